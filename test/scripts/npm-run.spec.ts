import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createEmptyDatabase, createTestDatabase, eventually } from '@app/testing';

// The commands of README's "Run it in production", on the built product.

const ROOT = path.join(import.meta.dirname, '../..');
const environment = (url: string) => ({
  PATH: process.env['PATH'],
  HOME: process.env['HOME'],
  DATABASE_URL: url,
  PORT: '0',
  SHUTDOWN_GRACE_SECONDS: '0',
});

it('the steps that README names end with an account, a website and keys', async () => {
  const readme = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const [, production = ''] = readme.split('## Run it in production');
  const [, steps = ''] = /```sh\n([^]*?)```/.exec(production)!;
  const commands = steps.split('\n').filter((line) => line.includes('botgauge -- '));
  expect(commands).toHaveLength(2);
  const database = await createEmptyDatabase();
  try {
    const said = execFileSync('sh', ['-ec', commands.join('\n')], {
      cwd: ROOT,
      env: environment(database.url),
      encoding: 'utf8',
    });
    for (const what of [/acc_\w+/, /ws_\w+ \(shop\.example\)/, /api_\w+/, /bot_\w+/]) {
      expect(said).toMatch(what);
    }
  } finally {
    await database.drop();
  }
});

// A process manager knows only the pid of npm.
it.each([
  ['start:api', 'SIGTERM', 'listening'],
  ['start:api', 'SIGINT', 'listening'],
  ['start:worker', 'SIGTERM', 'taking jobs'],
] as const)('npm run %s ends in order when npm gets %s', async (script, signal, ready) => {
  const database = await createTestDatabase();
  const npm = spawn('npm', ['run', script], {
    cwd: ROOT,
    env: environment(database.url),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate group, so that a failed test leaves nothing behind.
    detached: true,
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  // This comes when no process holds the pipes any more, including the service.
  const closed = once(npm, 'close') as Promise<[number | null]>;
  try {
    await eventually(() => expect(output).toContain(ready));
    npm.kill(signal);
    expect(await closed).toEqual([0, null]);
    expect(output).toContain('"msg":"stopping"');
  } finally {
    if (npm.exitCode === null) process.kill(-npm.pid!, 'SIGKILL');
    await database.drop();
  }
});
