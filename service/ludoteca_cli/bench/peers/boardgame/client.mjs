// Two sockets for each match of boardgame.io, which speak its protocol with its own transport and hold no copy of the
// game: cheaper than its client library, so that the server is what is measured.
import { io } from "socket.io-client";
import { Heard, takeTurns } from "./turns.mjs";

const address = `http://127.0.0.1:${process.argv[2]}`;
const run = process.hrtime.bigint();
let matches = 0;

async function seated(game, matchID, playerID) {
  const socket = io(`${address}/${game}`, { transports: ["websocket"], forceNew: true });
  const seat = { socket, state: null, heard: new Heard() };
  const synced = new Promise((resolve) => {
    socket.on("sync", (_match, info) => {
      seat.state = info.state;
      resolve();
    });
  });
  socket.on("update", (_match, state) => {
    seat.state = state;
    seat.heard.reach(state._stateID);
  });
  socket.emit("sync", matchID, playerID, undefined, 2);
  await synced;
  return seat;
}

await takeTurns(async (game) => {
  const matchID = `${run}-${(matches += 1)}`;
  const seats = [await seated(game, matchID, "0"), await seated(game, matchID, "1")];
  async function move() {
    const { G, ctx, _stateID } = seats[0].state;
    const playerID = ctx.currentPlayer;
    const payload = { type: "mark", args: [G.cells.indexOf(null)], playerID };
    seats[Number(playerID)].socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, matchID, playerID);
    await Promise.all(seats.map((seat) => seat.heard.until(_stateID + 1)));
  }
  return { steps: { move }, close: () => seats.forEach((seat) => seat.socket.disconnect()) };
});
