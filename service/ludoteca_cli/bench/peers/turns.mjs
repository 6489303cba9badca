// A peer's client plays turn by turn, so that peers and we take turns on one machine. It reads a line, does it, answers
// a line of JSON:
//   open N KIND   connects N tables of two seats, of a kind that the client knows
//   go WHAT MS    plays on all of them for so long: {"done": moves that both seats have heard of, "seconds": how long}
//   close         disconnects them
import { createInterface } from "node:readline";

/** Serves the lines. `open(kind)` makes a table, whose `steps[what]()` resolves when everybody has heard of one move. */
export async function takeTurns(open) {
  let tables = [];
  const commands = {
    async open(count, kind) {
      tables = await Promise.all(Array.from({ length: Number(count) }, () => open(kind)));
      return {};
    },
    async go(what, ms) {
      const begun = performance.now();
      const until = begun + Number(ms);
      const counts = await Promise.all(tables.map((table) => played(table.steps[what], until)));
      const seconds = (performance.now() - begun) / 1000;
      return { done: counts.reduce((sum, count) => sum + count, 0), seconds };
    },
    async close() {
      await Promise.all(tables.map((table) => table.close()));
      tables = [];
      return {};
    },
  };
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...given] = line.split(" ");
    process.stdout.write(`${JSON.stringify(await commands[name](...given))}\n`);
  }
  process.exit(0);
}

async function played(step, until) {
  let count = 0;
  while (performance.now() < until) {
    await step();
    count += 1;
  }
  return count;
}

/** Counts up, and tells who waits for a number. */
export class Heard {
  #count = 0;
  #waiting = [];

  reach(count) {
    this.#count = Math.max(this.#count, count);
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(([wanted]) => wanted > this.#count);
    for (const [wanted, resolve] of waiting) if (wanted <= this.#count) resolve();
  }

  one() {
    this.reach(this.#count + 1);
  }

  until(count) {
    if (this.#count >= count) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push([count, resolve]));
  }
}
