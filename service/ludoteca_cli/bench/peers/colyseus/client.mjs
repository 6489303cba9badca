// Two seats in each room, by Colyseus' own client library.
import { Client } from "@colyseus/sdk";
import { Heard, takeTurns } from "./turns.mjs";

const client = new Client(`ws://127.0.0.1:${process.argv[2]}`);
const MOVE = { cell: 4 };

function listening(room) {
  const heard = { move: new Heard(), echo: new Heard() };
  for (const kind of ["move", "echo"]) room.onMessage(kind, () => heard[kind].one());
  return heard;
}

await takeTurns(async (kind) => {
  const first = await client.create(kind);
  const rooms = [first, await client.joinById(first.roomId)];
  const heard = rooms.map(listening);
  let moves = 0;
  let echoes = 0;
  async function move() {
    rooms[moves % 2].send("move", MOVE);
    moves += 1;
    await Promise.all(heard.map((each) => each.move.until(moves)));
  }
  async function echo() {
    first.send("echo", MOVE);
    echoes += 1;
    await heard[0].echo.until(echoes);
  }
  return { steps: { move, echo }, close: () => Promise.all(rooms.map((room) => room.leave())) };
});
