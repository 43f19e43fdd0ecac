// Backups that the last build before the baseline of migrations made, one of each flavour, with what
// its reports and lists said of them: unreleased/README.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createEmptyDatabase,
  describeOnFlavour,
  eventually,
  type TestDatabase,
  type TestFlavour,
} from '@app/testing';
import { startCli } from '../support/cli.js';
import { exchange } from '../support/http.js';
import { startSystemOn, type System } from '../support/system-on-queue.js';

/** What the build that made a backup answered. */
interface Expected {
  api_key: string;
  /** The body of each answer, by path; text where it is not one JSON document. */
  answers: Record<string, unknown>;
}

const FOLDER = join(import.meta.dirname, 'unreleased');
const FLAVOURS: TestFlavour[] = ['plain', 'timescale', 'citus'];
/** Paths of the dead entries that could be replayed. One more is in a job that nobody can read. */
const REPLAYED = [
  '/dead/entry',
  ...['/dead/group/1', '/dead/group/2', '/dead/group/3'],
  ...['/dead/single/1', '/dead/single/2'],
];

function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function succeed(args: string[], env: Record<string, string>): Promise<string> {
  const { status, stdout, stderr } = await startCli(args, env).ended;
  expect({ args, status, stderr: status ? stderr : '' }).toEqual({ args, status: 0, stderr: '' });
  return stdout;
}

/** Categories that came after the backup, of which it has no bot. */
const NEW_CATEGORIES: ReadonlySet<unknown> = new Set(['ai_unidentified']);

function withoutNewCategories(document: unknown): unknown {
  if (Array.isArray(document))
    return document
      .filter((item: { category?: unknown } | null) => !NEW_CATEGORIES.has(item?.category))
      .map(withoutNewCategories);
  if (typeof document !== 'object' || document === null) return document;
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [key, withoutNewCategories(value)]),
  );
}

describe.each(FLAVOURS)('a backup of %s from before the first release', (flavour) => {
  const file = join(FOLDER, `${flavour}.gz`);
  const expected = JSON.parse(readFileSync(join(FOLDER, `${flavour}.json`), 'utf8')) as Expected;

  describeOnFlavour(flavour, 'is restored', () => {
    let database: TestDatabase;
    let system: System;
    beforeAll(async () => {
      database = await createEmptyDatabase(flavour);
      if (flavour === 'timescale')
        await database.pool.query('CREATE EXTENSION IF NOT EXISTS timescaledb');
      const env = { DATABASE_URL: database.url, DATABASE_FLAVOUR: flavour };
      await succeed(['restore', file], env);
      system = await startSystemOn('postgres', { flavour, env, worker: false });
    });
    afterAll(async () => {
      await system.stop();
      await database.drop();
    });

    it('with every count that its visits have', async () => {
      expect(await succeed(['verify'], system.env)).toMatch(/no differences\.$/m);
    });

    it.each(Object.keys(expected.answers))('with the same answer to %s', async (path) => {
      const headers = { 'x-api-key': expected.api_key };
      const { text } = await exchange(`${system.base}/api/v1${path}`, { headers });
      const told = expected.answers[path];
      // Fields may have been added since, to JSON, and a category of bots.
      if (typeof told === 'object')
        expect(withoutNewCategories(documentOf(text))).toMatchObject(told as object);
      else expect(text).toBe(told);
    });

    it('with dead entries and jobs that can be replayed, and counts what comes', async () => {
      await system.startWorker();
      await succeed(['dead', 'replay', '--all'], system.env);
      await eventually(async () => {
        const { rows } = await database.pool.query<{ path: string }>(
          "SELECT path FROM visit_entries WHERE starts_with(path, '/dead/') ORDER BY path",
        );
        expect(rows.map(({ path }) => path)).toEqual(REPLAYED);
      });
      await eventually(async () => {
        const { rows } = await database.pool.query('SELECT reason FROM dead_entries');
        expect(rows).toEqual([{ reason: 'The payload has no known form' }]);
      });
      expect(await succeed(['verify'], system.env)).toMatch(/no differences\.$/m);
    });
  });
});
