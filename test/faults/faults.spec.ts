import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { killedAtEnd } from '@app/testing';
import { describeOnQueue } from '../support/system.js';

const RUN = join(import.meta.dirname, '..', 'run.mjs');

/** Runs the command, and returns its exit status and what it printed. */
function faults(args: string[]): Promise<{ status: number | null; output: string }> {
  const child = killedAtEnd(
    spawn(process.execPath, [RUN, 'faults/main.ts', ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((resolve) => child.once('close', (status) => resolve({ status, output })));
}

describeOnQueue('a few faults', (queue) => {
  it('lose and double nothing, and the oracle sees a missing ledger', async () => {
    const args = ['--short', '--seed', '1', '--queue', queue, '--only', '4,M1'];
    const { status, output } = await faults(args);
    expect({ status, output }).toEqual({
      status: 0,
      output: expect.stringContaining('2 runs, 0 failed'),
    });
  });
});

it('says what is wrong with its arguments', async () => {
  const { status, output } = await faults(['--only', '99']);
  expect({ status, output }).toEqual({ status: 2, output: expect.stringContaining('no fault 99') });
});
