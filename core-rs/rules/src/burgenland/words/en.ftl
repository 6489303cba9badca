# Burgenland, in English.
