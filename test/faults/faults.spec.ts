import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { killedAtEnd, testRedisServer } from '@app/testing';

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

if (!testRedisServer())
  console.warn('Skipped on Redis, because redis-server is not in PATH: faults');
const queues = testRedisServer() ? ['postgres', 'redis'] : ['postgres'];

describe('a few faults', () => {
  // Both at the same time: they run in processes of their own, and often wait.
  it.concurrent.each(queues)(
    'lose and double nothing on %s, and the oracle sees a missing ledger',
    async (queue) => {
      const args = ['--short', '--seed', '1', '--queue', queue, '--only', '4,M1'];
      const { status, output } = await faults(args);
      expect({ status, output }).toEqual({
        status: 0,
        output: expect.stringContaining('2 runs, 0 failed'),
      });
    },
  );
});

it('says what is wrong with its arguments', async () => {
  const { status, output } = await faults(['--only', '99']);
  expect({ status, output }).toEqual({ status: 2, output: expect.stringContaining('no fault 99') });
});
