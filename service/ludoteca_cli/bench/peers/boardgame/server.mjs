// boardgame.io's own server, in memory, with a game of noughts and crosses that goes on: a board that is won or full is
// cleared. `noughts` has nothing else; `noughts_4k` has the rest of a real game's table lying around, 4 KB of JSON, which
// no move touches: the server sends its whole state with every move. Prints the port it listens on.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function over(cells) {
  const won = LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);
  return won || cells.every((cell) => cell !== null);
}

// About as much as a seat's view of El Gaucho is in JSON.
const LYING = Array.from({ length: 64 }, (_, id) => ({ id, owner: id % 2, kind: "tile", value: id % 12, place: "board" }));

const game = (name, rest) => ({
  name,
  setup: () => ({ cells: Array(9).fill(null), ...rest }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
      if (over(G.cells)) G.cells.fill(null);
    },
  },
});

const games = [game("noughts", {}), game("noughts_4k", { lying: LYING })];
const { appServer } = await Server({ games, origins: [] }).run({ port: { port: 0, host: "127.0.0.1" } });
console.log(appServer.address().port);
