"""`python -m ludoteca_cli`: the same as the command `ludoteca`."""

from ludoteca_cli.main import main

main()
