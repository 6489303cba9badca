"""Other makers' servers and event stores on the same machine in the same run, by turns with ours.

None of them is a dependency, none of their code is here, and nothing of them is shipped: versions are pinned beside this
file, installed into `target/peers/` by npm and pip, and run as processes of their own. boardgame.io, socket.io
and Colyseus are under the MIT licence, `eventsourcing` is under BSD-3-Clause, OpenSpiel under Apache-2.0.
"""
