"""`ludoteca demo`: one whole table of every game, and the proof that its log tells all."""
