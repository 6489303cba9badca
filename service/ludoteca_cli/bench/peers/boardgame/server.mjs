// boardgame.io's own server, in memory, with a game of noughts and crosses that goes on: a board that is won or full is
// cleared. Prints the port it listens on.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

function over(cells) {
  const won = LINES.some(([a, b, c]) => cells[a] !== null && cells[a] === cells[b] && cells[a] === cells[c]);
  return won || cells.every((cell) => cell !== null);
}

const game = {
  name: "noughts",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return INVALID_MOVE;
      G.cells[cell] = playerID;
      if (over(G.cells)) G.cells.fill(null);
    },
  },
};

const { appServer } = await Server({ games: [game], origins: [] }).run({ port: { port: 0, host: "127.0.0.1" } });
console.log(appServer.address().port);
