import type { Child, Exit, Ready } from './child.js';
import { Supervised } from './supervised.js';

/** A program whose life and death the test controls. */
class FakeProgram {
  readonly exits: ((exit: Exit) => void)[] = [];
  readonly firsts: (Ready | undefined)[] = [];

  start = (first: Ready | undefined): Child => {
    this.firsts.push(first);
    let exit: (exit: Exit) => void = () => undefined;
    const exited = new Promise<Exit>((resolve) => (exit = resolve));
    this.exits.push(exit);
    const end = () => exit({ code: 0, signal: null });
    return {
      pid: 1,
      ready: Promise.resolve({ ready: true, port: 4711 }),
      exited,
      stop: async () => end(),
      kill: end,
    };
  };
}

function supervise(program: FakeProgram) {
  const warnings: string[] = [];
  const failures: Error[] = [];
  const supervised = new Supervised({
    name: 'API',
    start: program.start,
    patienceMs: 10,
    restartAfterMs: 1,
    warn: (line) => warnings.push(line),
    giveUp: (error) => failures.push(error),
  });
  return { supervised, warnings, failures };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('Supervised', () => {
  it('restarts a program that dies, on its first port', async () => {
    const program = new FakeProgram();
    const { supervised, warnings } = supervise(program);
    await supervised.start();
    program.exits[0]?.({ code: 3, signal: null });
    await settle();
    expect(warnings).toEqual(['The API ended unexpectedly (exit status 3); starting it again.']);
    expect(program.firsts).toEqual([undefined, { ready: true, port: 4711 }]);
  });

  it('gives up at the fifth death within a minute', async () => {
    const program = new FakeProgram();
    const { supervised, failures } = supervise(program);
    await supervised.start();
    for (let death = 0; death < 5; death++) {
      program.exits[death]?.({ code: 1, signal: null });
      await settle();
    }
    expect(program.exits).toHaveLength(5);
    expect(failures.map(({ message }) => message)).toEqual([
      expect.stringContaining('5 times within a minute'),
    ]);
  });

  it('does not restart a program that was stopped', async () => {
    const program = new FakeProgram();
    const { supervised, warnings } = supervise(program);
    await supervised.start();
    await supervised.stop();
    await settle();
    expect(program.exits).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});
