import { eventually } from '@app/testing';
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
  const supervised = new Supervised({
    name: 'API',
    start: program.start,
    patienceMs: 10,
    warn: (line) => warnings.push(line),
  });
  return { supervised, warnings };
}

describe('Supervised', () => {
  it('restarts a program that dies, on its first port', async () => {
    const program = new FakeProgram();
    const { supervised, warnings } = supervise(program);
    await supervised.start();
    program.exits[0]?.({ code: 3, signal: null });
    await eventually(async () => expect(program.exits).toHaveLength(2));
    expect(warnings).toEqual(['The API ended unexpectedly (exit status 3); starting it again.']);
    expect(program.firsts).toEqual([undefined, { ready: true, port: 4711 }]);
    await supervised.stop();
  });

  it('starts a program again when it is asked to, and goes on watching it', async () => {
    const program = new FakeProgram();
    const { supervised, warnings } = supervise(program);
    await supervised.start();
    await supervised.restart();
    expect(program.firsts).toEqual([undefined, { ready: true, port: 4711 }]);
    expect(warnings).toEqual([]);
    program.exits[1]?.({ code: 3, signal: null });
    await eventually(async () => expect(program.exits).toHaveLength(3));
    await supervised.stop();
  });

  it('starts nothing again that is stopped meanwhile', async () => {
    const program = new FakeProgram();
    const { supervised } = supervise(program);
    await supervised.start();
    await Promise.all([supervised.restart(), supervised.stop()]);
    expect(program.exits).toHaveLength(1);
  });

  it('does not restart a program that was stopped', async () => {
    const program = new FakeProgram();
    const { supervised, warnings } = supervise(program);
    await supervised.start();
    await supervised.stop();
    // Everything that its end may have started has run by then.
    await new Promise((resolve) => setImmediate(resolve));
    expect(program.exits).toHaveLength(1);
    expect(warnings).toEqual([]);
  });
});
