import { Slices } from './slices.js';
import type { Work } from './work.js';

/** A process whose time passes only while steps work, and in pauses that are ended by hand. */
function aProcess() {
  let time = 0;
  const pauses: { ms: number; end: () => void }[] = [];
  const slices = new Slices({
    now: () => time,
    worked: () => time / 2,
    pause: (ms) => new Promise((end) => pauses.push({ ms, end })),
  });
  const done: string[] = [];
  /** Work of so many steps, each of which takes a millisecond. */
  function* steps(name: string, count: number): Work<string> {
    for (let step = 0; step < count; step += 1) {
      time += 1;
      done.push(name);
      yield;
    }
    return name;
  }
  /** Lets everything happen that can happen without another pause, and then ends the pause. */
  const untilPause = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const [pause] = pauses.splice(0);
    pause?.end();
    return pause?.ms;
  };
  return { slices, steps, done, untilPause };
}
const ignore = () => undefined;

it('pause between slices for as long as these take, and tell the time of the processor', async () => {
  const { slices, steps, untilPause } = aProcess();
  const spent: number[] = [];
  const result = slices.run(1, steps('a', 10), (ms) => spent.push(ms));
  const pauses = [await untilPause(), await untilPause(), await untilPause()];
  expect(pauses).toEqual([4, 4, 2]);
  expect(spent).toEqual([2, 2, 1]);
  expect(await result).toBe('a');
});

it('come one at a time, and each owner has its turn, however much others have to do', async () => {
  const { slices, steps, done, untilPause } = aProcess();
  const long = ['a', 'b', 'c'].map((name) => slices.run(1, steps(name, 20), ignore));
  const short = slices.run(2, steps('d', 3), ignore);
  let rounds = 0;
  while (!done.includes('d')) {
    rounds += 1;
    await untilPause();
  }
  expect(rounds).toBeLessThanOrEqual(3);
  expect(await short).toBe('d');
  let isOver = false;
  const all = Promise.all(long).then(() => (isOver = true));
  while (!isOver) await untilPause();
  await all;
  expect(done).toHaveLength(63);
});

it('go on after work that fails', async () => {
  const { slices, steps, untilPause } = aProcess();
  const failing = (function* (): Work<string> {
    yield;
    throw new Error('a fault of ours');
  })();
  const failed = expect(slices.run(1, failing, ignore)).rejects.toThrow('a fault of ours');
  const next = slices.run(1, steps('b', 1), ignore);
  await untilPause();
  await failed;
  await untilPause();
  expect(await next).toBe('b');
});
