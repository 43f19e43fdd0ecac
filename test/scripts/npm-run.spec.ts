import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createTestDatabase, eventually, type TestDatabase } from '@app/testing';

// A process manager knows the pid of npm and nothing else.

const ROOT = path.join(import.meta.dirname, '../..');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each([
  ['start:api', 'SIGTERM', 'listening'],
  ['start:api', 'SIGINT', 'listening'],
  ['start:worker', 'SIGTERM', 'taking batches'],
] as const)('npm run %s ends in order when npm gets %s', async (script, signal, ready) => {
  const npm = spawn('npm', ['run', script], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: database.url,
      PORT: '0',
      SHUTDOWN_GRACE_SECONDS: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, of which a failed test leaves nothing.
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  // It comes when nobody holds the pipes any more, the service included.
  const closed = once(npm, 'close') as Promise<[number | null]>;
  try {
    await eventually(() => expect(output).toContain(ready), 60_000);
    npm.kill(signal);
    expect(await closed).toEqual([0, null]);
    expect(output).toContain('"msg":"stopping"');
  } finally {
    if (npm.exitCode === null) process.kill(-npm.pid!, 'SIGKILL');
  }
});
