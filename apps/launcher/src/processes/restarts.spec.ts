import { Restarts } from './restarts.js';

/** A program that dies, on a clock that only its pauses and its runs move. */
function aProgram() {
  let time = 0;
  const pauses: number[] = [];
  const said: string[] = [];
  const restarts = new Restarts({
    name: 'The worker',
    warn: (line) => said.push(line),
    now: () => time,
    wait: async (ms) => {
      pauses.push(ms / 1_000);
      time += ms;
    },
  });
  const runsFor = (ms: number) => {
    time += ms;
    return restarts.afterDeath(' (exit status 1)');
  };
  return { restarts, runsFor, pauses, said };
}

describe('Restarts', () => {
  it('pauses longer before each restart, up to a minute, and never ends', async () => {
    const { runsFor, pauses, said } = aProgram();
    for (let death = 0; death < 10; death++) expect(await runsFor(100)).toBe(true);
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    expect(said.slice(0, 2)).toEqual([
      'The worker ended unexpectedly (exit status 1); starting it again.',
      'The worker ended unexpectedly (exit status 1), 2 times in a row; starting it again in 2 s. Everything else keeps running.',
    ]);
  });

  it('begins with the short pause again after a minute of running', async () => {
    const { runsFor, pauses } = aProgram();
    for (const ran of [100, 100, 60_000, 100]) await runsFor(ran);
    expect(pauses).toEqual([1, 2, 1, 2]);
  });

  it('starts nothing after a stop', async () => {
    const { restarts, runsFor, said } = aProgram();
    restarts.stop();
    expect(await runsFor(100)).toBe(false);
    expect(said).toEqual([]);
  });

  it('does not wait for the end of a pause when it is stopped', async () => {
    const restarts = new Restarts({ name: 'PostgreSQL', warn: () => undefined });
    const again = restarts.afterDeath();
    restarts.stop();
    expect(await again).toBe(false);
  });
});
