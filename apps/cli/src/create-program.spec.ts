import {
  createEmptyDatabase,
  createTestDatabase,
  eventually,
  type TestDatabase,
} from '@app/testing';
import { printableLines } from '@app/report-text';
import type { Command } from 'commander';
import { PassThrough } from 'node:stream';
import { runCommand } from '../test/run-command.js';
import { createProgram } from './create-program.js';

const streams = { input: new PassThrough(), output: new PassThrough(), errors: new PassThrough() };

/** Every command line that is a command, such as `keys` and `keys create`. */
function pathsOf(command: Command, path: string[] = []): string[][] {
  return [path, ...command.commands.flatMap((child) => pathsOf(child, [...path, child.name()]))];
}
const PATHS = pathsOf(createProgram(streams));

describe('help', () => {
  it.each(PATHS)('shows usage, --json and examples: %s %s', async (...path) => {
    const outcome = await runCommand([...path.filter(Boolean), '--help']);
    expect(outcome).toMatchObject({ status: 0, stderr: '' });
    expect(outcome.stdout).toContain(
      `Usage: ${['npm run --silent botgauge --', ...path].join(' ')}`,
    );
    expect(outcome.stdout).toContain('--json');
    const [, examples = ''] = outcome.stdout.split('Examples:\n');
    expect(examples).not.toBe('');
    for (const example of examples.trimEnd().split('\n')) {
      expect(example).toMatch(/^ {2}(?:\w+=\S+ |.* \| )?npm run --silent botgauge -- \w/);
    }
  });

  it('is printed on standard error when the command is missing', async () => {
    for (const argv of [[], ['keys']]) {
      const { status, stdout, stderr } = await runCommand(argv);
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(
        /^Usage: npm run --silent botgauge -- [^]*Name a command: --help lists them\.\n$/,
      );
    }
    const { stderr } = await runCommand(['keys', '--json']);
    expect(JSON.parse(stderr)).toEqual({
      error: { message: 'Name a command: --help lists them.' },
    });
  });
});

describe('version', () => {
  it('is that of the product', async () => {
    const { status, stdout } = await runCommand(['--version']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('wrong usage', () => {
  it.each([
    [['xyzzy'], "Unknown command 'xyzzy'."],
    [['keys', 'nope'], "Unknown command 'nope'."],
    [['accounts', 'list', '--nope'], "Unknown option '--nope'."],
  ])('%j ends with status 2', async (argv, message) => {
    const plain = await runCommand(argv);
    expect(plain).toMatchObject({ status: 2, stdout: '' });
    expect(plain.stderr).toBe(`${message} Add --help to see the usage with examples.\n`);
    const json = await runCommand([...argv, '--json']);
    expect(JSON.parse(json.stderr)).toEqual({ error: { message: plain.stderr.trimEnd() } });
  });

  it('also accepts --json in front of the command', async () => {
    const { stderr } = await runCommand(['--json', 'accounts', 'create']);
    expect(JSON.parse(stderr)).toHaveProperty('error.message');
  });
});

describe('a database that cannot be used', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createEmptyDatabase();
  });
  afterAll(() => database.drop());

  async function listAccounts(databaseUrl?: string) {
    const outcome = await runCommand(['accounts', 'list'], { databaseUrl });
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).not.toMatch(/\n +at |hunter2/);
    return outcome.stderr;
  }

  it('is not configured', async () => {
    expect(await listAccounts()).toContain('DATABASE_URL is not set');
  });

  it('is configured wrongly, and every fault is named', async () => {
    const env = { LOG_LEVEL: 'loud', PORT: 'x' };
    const databaseUrl = 'mysql://user:hunter2@host/db';
    const { stderr } = await runCommand(['keys', 'list'], { databaseUrl, env });
    expect(stderr).toMatch(/^The configuration has 3 faults:\n/);
    expect(stderr).not.toContain('hunter2');
  });

  it('is not migrated', async () => {
    expect(await listAccounts(database.url)).toMatch(
      /^The database at \S+ lacks tables of this release: run `npm run --silent botgauge -- migrate`\.\n$/,
    );
  });

  it('does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = '/nowhere';
    expect(await listAccounts(url.href)).toContain('has no such database: create it');
  });

  it('refuses the user', async () => {
    const url = new URL(database.url);
    url.username = 'nobody';
    url.password = 'hunter2';
    expect(await listAccounts(url.href)).toContain('correct');
  });
});

describe('what others wrote', () => {
  const HOSTILE = 'a\u202eb\u2066c\u200b';
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await runCommand(['accounts', 'create', '--name', HOSTILE], { databaseUrl: database.url });
  });
  afterAll(() => database.drop());

  it.each([
    ['a line', ['accounts', 'create', '--name', HOSTILE]],
    ['a table', ['accounts', 'list']],
    ['JSON', ['accounts', 'list', '--json']],
    ['wrong usage', ['accounts', 'list', `--${HOSTILE}`]],
    ['wrong usage as JSON', ['accounts', 'list', `--${HOSTILE}`, '--json']],
    ['a failure', ['keys', 'revoke', `${HOSTILE}\u009b`]],
    ['the name of a file', ['import', '--dry-run', `${HOSTILE}\u009b`]],
  ])('cannot steer the terminal in %s', async (_, argv) => {
    const { stdout, stderr } = await runCommand(argv, { databaseUrl: database.url });
    const text = stdout + stderr;
    expect(text).toMatch(/[ab]/);
    expect(printableLines(text.replaceAll('\ufffd', '?'))).toBe(text.replaceAll('\ufffd', '?'));
  });
});

describe('connections', () => {
  it('are all closed when a command is done, also after an error', async () => {
    const database = await createTestDatabase();
    try {
      for (const argv of [['bootstrap'], ['keys', 'list'], ['keys', 'revoke', 'key_x']]) {
        await runCommand(argv, { databaseUrl: database.url });
      }
      // The server notices the end of a connection a moment after the client.
      await eventually(async () => {
        const { rows } = await database.pool.query(
          `SELECT application_name FROM pg_stat_activity
           WHERE datname = current_database() AND application_name LIKE 'botgauge%'`,
        );
        expect(rows).toEqual([]);
      });
    } finally {
      await database.drop();
    }
  });
});
