// A room of Colyseus that passes a move on to everybody in it, and one message back to who sent it: no rules, no log,
// no state to synchronise. Prints the port it listens on.
import { Room, Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

class Moves extends Room {
  onCreate() {
    this.patchRate = null;
    this.onMessage("move", (_client, message) => this.broadcast("move", message));
    this.onMessage("echo", (client, message) => client.send("echo", message));
  }
}

const transport = new WebSocketTransport();
const server = new Server({ transport, greet: false });
server.define("moves", Moves);
await server.listen(0, "127.0.0.1");
console.log(transport.server.address().port);
