"""The command `ludoteca`: starts the service, the clients and the core's tools. Imported by nobody."""
