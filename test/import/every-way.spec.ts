import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SKIP_REASONS } from '@app/contracts';
import { eventually, GPTBOT } from '@app/testing';
import { runCommand } from '../../apps/cli/test/run-command.js';
import type {
  FileProgress,
  FromReader,
  ReadOrder,
} from '../../apps/dashboard/src/drop/protocol.js';
import { request } from '../support/http.js';
import { startSystemOn, type System, type Tenant } from '../support/system-on-queue.js';
import { line, Operator } from './importing.js';

const FIXTURES = join(import.meta.dirname, '..', '..', 'libs', 'log-formats', 'fixtures');

/** A variable, because the types of this program have no browser in them. */
const PAGE_READER: string = '../../apps/dashboard/src/drop/reader/read-files.js';
type ReadFiles = (
  order: ReadOrder,
  signal: AbortSignal,
  say: (message: FromReader) => void,
) => Promise<void>;

const data = process.env.BOTGAUGE_TEST_DATA;
const describeWithData = data === undefined ? describe.skip : describe;
const reason = data === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';

/** What became of the records of a log. */
interface Counts {
  entries: number;
  rejected: number;
  /** By reason. */
  skipped: Record<string, number>;
}

/** A log, and what it is called. */
interface Log {
  name: string;
  content: Buffer;
}

let system: System;
beforeAll(async () => {
  system = await startSystemOn('postgres', { flavour: 'plain', env: { IP_STORAGE: 'full' } });
});
afterAll(() => system.stop());

/** Sends a log to the website of a tenant in one way, and returns what that way says of it. */
type Way = (log: Log, operator: Operator) => Promise<Counts>;

async function byCommand(args: string[], { name, content }: Log, operator: Operator) {
  const log = operator.write(name, content);
  const { status, stdout, stderr } = await operator.run([...args, '--json', log]);
  if (status !== 0) throw new Error(`${status} ${stderr}`);
  const { entries, rejected, skipped } = JSON.parse(stdout) as Counts;
  return { entries, rejected, skipped };
}

const byImport: Way = (log, operator) => byCommand([], log, operator);

/** The ways that are compared with the import. */
const OTHERS: Record<string, Way> = {
  ship: async ({ content }, { env }) => {
    const { status, stdout, stderr } = await runCommand(['ship', '-'], { env, input: [content] });
    if (status !== 0) throw new Error(`${status} ${stderr}`);
    return countsIn(stdout);
  },
  drop: async ({ name, content }, { tenant }) => {
    const { public_id: id, domain } = tenant.website;
    const order = {
      kind: 'read',
      files: [new File([new Uint8Array(content)], name)],
      website: { id, domain },
      websites: undefined,
      url: system.base,
      key: tenant.botKey,
    } as const;
    const { readFiles } = (await import(PAGE_READER)) as { readFiles: ReadFiles };
    let last: FileProgress | undefined;
    await readFiles(order, new AbortController().signal, (message) => {
      if (message.kind === 'progress') last = message.progress;
      if (message.kind === 'end' && message.fault) throw new Error(JSON.stringify(message.fault));
    });
    const { entries = 0, rejected = 0, skipped = {} } = last ?? {};
    return { entries, rejected, skipped };
  },
  feed: async ({ name, content }, { tenant }) => {
    // Its fixture begins with a record in the form of our own entries, which the address must tell.
    const feed = name === 'fastly.txt' ? 'fastly' : 'lines';
    const { status, body } = await request(`${system.base}/api/v1/logs/${feed}`, {
      method: 'POST',
      headers: { 'x-api-key': tenant.botKey },
      body: new Uint8Array(content),
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    const { processed, rejected, reasons } = body as unknown as {
      processed: number;
      rejected: number;
      reasons: Record<string, number>;
    };
    // A feed also says how many lines were empty or comments, which the other ways count as nothing.
    const skips = Object.entries(reasons).filter(
      ([word]) => word in SKIP_REASONS && word !== 'blank' && word !== 'comment',
    );
    return { entries: processed, rejected, skipped: Object.fromEntries(skips) };
  },
};

/** Reads the last line of the command: `3 entries, 1 rejected, 2 skipped (1 comment, 1 no_visit), …`. */
function countsIn(summary: string): Counts {
  const [, entries = '', rejected = '', reasons = ''] =
    /([\d,]+) entr(?:y|ies), ([\d,]+) rejected(?:, [\d,]+ skipped \(([^)]*)\))?/.exec(summary) ??
    [];
  const number = (text: string) => Number(text.replaceAll(',', ''));
  const skips = reasons
    .split(', ')
    .filter(Boolean)
    .map((one) => one.split(' '));
  return {
    entries: number(entries),
    rejected: number(rejected),
    skipped: Object.fromEntries(skips.map(([count = '', reason = '']) => [reason, number(count)])),
  };
}

/**
 * Returns all that is stored of the visits of a website. A line that names no host has none, but the
 * page, which knows for which website a file was dropped, says that domain: both count for it.
 */
async function storedOf({ website }: Tenant): Promise<string[]> {
  const { rows } = await system.database.pool.query<{ visit: string }>(
    `SELECT (to_jsonb(v) - 'website_id' - 'page_id' - 'bot_id' ||
       jsonb_build_object('bot', slug, 'host', coalesce(nullif(host, ''), $2)))::text AS visit
     FROM visit_entries v LEFT JOIN bots ON bots.id = bot_id WHERE website_id = $1`,
    [website.id, website.domain],
  );
  return rows.map(({ visit }) => visit).sort();
}

/** Sends a log in one way, to a website of its own, and returns what it says and what is stored. */
async function sent(log: Log, way: Way) {
  const operator = new Operator(system, await system.createTenant());
  try {
    const counts = await way(log, operator);
    const visits = await eventually(async () => {
      const stored = await storedOf(operator.tenant);
      expect(stored).toHaveLength(counts.entries);
      return stored;
    });
    return { counts, visits };
  } finally {
    operator.close();
  }
}

async function dryRunOf(log: Log): Promise<Counts> {
  const operator = new Operator(system, await system.createTenant());
  const counts = await byCommand(['--dry-run'], log, operator);
  expect(await storedOf(operator.tenant)).toEqual([]);
  operator.close();
  return counts;
}

/** Expects that every way but these gives what the import gives, and returns that. */
async function expectSame(log: Log, without: readonly string[] = []) {
  const wanted = await sent(log, byImport);
  expect({ way: 'dry run', counts: await dryRunOf(log) }).toEqual({
    way: 'dry run',
    counts: wanted.counts,
  });
  for (const [way, send] of Object.entries(OTHERS))
    if (!without.includes(way))
      expect({ way, ...(await sent(log, send)) }).toEqual({ way, ...wanted });
  return wanted;
}

const ownEntry = (path: string) => ({
  timestamp: '2026-04-04T12:57:53Z',
  ...{ method: 'GET', host: 'shop.example', path, status_code: 200 },
  ...{ ip: '192.0.2.7', user_agent: GPTBOT },
});

describe('A log becomes the same by import, dry run, ship, page and feed', () => {
  it.each(readdirSync(FIXTURES).filter((name) => name.endsWith('.txt')))('%s', async (name) => {
    await expectSame({ name, content: readFileSync(join(FIXTURES, name)) });
  });

  it.each<[string, string, number]>([
    ['of a list over several lines', JSON.stringify([ownEntry('/a'), ownEntry('/b')], null, 2), 2],
    ['of two formats', `${line('/a')}${JSON.stringify(ownEntry('/b'))}\n${line('/c')}`, 3],
    ['of hosts and of none', `${line('/a', 'shop.example')}${line('/b')}`, 2],
    ['with notes of its server', `2026/04/04 12:57:53 [notice] 1#1: start\n${line('/a')}`, 1],
  ])('%s', async (_kind, text, entries) => {
    const { counts } = await expectSame({ name: 'a.log', content: Buffer.from(`${text}\n`) });
    expect(counts).toMatchObject({ entries, rejected: 0 });
  });

  // Ship reads what comes from a stream as plain text, and senders write UTF-8.
  it('in UTF-16, where a way reads it', async () => {
    const content = Buffer.from(`\ufeff${line('/é')}${line('/b')}`, 'utf16le');
    const { counts } = await expectSame({ name: 'a.log', content }, ['ship', 'feed']);
    expect(counts).toEqual({ entries: 2, rejected: 0, skipped: {} });
  });
});

describeWithData(`A log as people have it${reason}`, () => {
  const folder = join(data ?? '', 'cases');
  const names = data === undefined ? ['none'] : readdirSync(folder);
  it.each(names.filter((name) => !/\.(?:md|cfg)$|^verdicts$/.test(name)))('%s', async (name) => {
    // No browser unpacks bzip2, and what comes as a stream is plain UTF-8.
    const streams = ['ship', 'feed'];
    const without = name.endsWith('.bz2') ? ['drop', ...streams] : [];
    if (name.startsWith('utf16-')) without.push(...streams);
    const { counts } = await expectSame(
      { name, content: readFileSync(join(folder, name)) },
      without,
    );
    expect(counts.entries).toBeGreaterThan(0);
  });
});
