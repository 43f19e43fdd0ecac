import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LogEntryInput } from '@app/contracts';
import { bodyOf, createEntryMaker } from './entries.js';
import { median, printTable, progress } from './figures.js';
import type { Options } from './options.js';

/** Ways to read the body of `POST /api/v1/logs/custom`, from the barest to what it replaces. */
const ENTRIES = 1_000;
const DOMAIN = 'example.com';
/** Different bodies, so that no way has seen the texts of the next one. */
const BODIES = 50;

interface Way {
  name: string;
  read: (body: Buffer) => unknown;
  /** Whether it reads the same entries as columns. */
  ofColumns?: true;
}

/** The same entries in both forms. */
interface Body {
  rows: Buffer;
  columns: Buffer;
}

/** Measures how long it takes to read bodies of a thousand entries, in turns, in this process. */
export async function bodies({ dist, rounds }: Options): Promise<void> {
  const ways = await waysOf(resolve(dist));
  const rows = [false, true].flatMap((allFields) => {
    progress(allFields ? 'with all fields' : 'without optional fields');
    const times = measure(ways, bodiesWith(allFields), Number(rounds));
    return ways.map(({ name }, at) => [
      name,
      allFields ? 'all' : 'those of most logs',
      Math.min(...(times[at] as number[])).toFixed(2),
      median(times[at] as number[]).toFixed(2),
    ]);
  });
  printTable(
    `Bodies of ${ENTRIES} entries, milliseconds`,
    ['way', 'fields', 'fastest', 'median'],
    rows,
  );
}

function bodiesWith(allFields: boolean): Body[] {
  const makeEntry = createEntryMaker([DOMAIN], 7, { allFields });
  return Array.from({ length: BODIES }, (_, number) => {
    const rows = bodyOf(Array.from({ length: ENTRIES }, makeEntry), Date.now() - number * 1_000);
    return { rows: Buffer.from(rows), columns: Buffer.from(columnsOf(rows)) };
  });
}

/** Writes entries as columns of values and indexes. */
function columnsOf(rows: string): string {
  const entries = JSON.parse(rows) as Record<string, unknown>[];
  const fields = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const columns = fields.map((field) => {
    const places = new Map<unknown, number>();
    const indexes = entries.map(({ [field]: value }) => {
      if (value === undefined) return -1;
      if (!places.has(value)) places.set(value, places.size);
      return places.get(value);
    });
    return [field, { values: [...places.keys()], indexes }];
  });
  return JSON.stringify(Object.fromEntries(columns));
}

function measure(ways: readonly Way[], all: readonly Body[], rounds: number): number[][] {
  const times = ways.map((): number[] => []);
  for (let round = -all.length; round < rounds; round++)
    for (const [at, { read, ofColumns }] of ways.entries()) {
      const forms = all[(round + all.length) % all.length] as Body;
      const body = ofColumns ? forms.columns : forms.rows;
      const begun = performance.now();
      read(body);
      // The first rounds are for the compiler.
      if (round >= 0) times[at]?.push(performance.now() - begun);
    }
  return times;
}

async function waysOf(dist: string): Promise<Way[]> {
  const from = async <Module>(path: string) =>
    (await import(pathToFileURL(`${dist}/${path}.js`).href)) as Module;
  const { readPlain } = await from<typeof import('../../apps/api/src/ingest/read-plain.js')>(
    'apps/api/src/ingest/read-plain',
  );
  const { readEach } = await from<typeof import('../../apps/api/src/ingest/read-custom.js')>(
    'apps/api/src/ingest/read-custom',
  );
  const { readColumns } = await from<typeof import('../../apps/api/src/ingest/read-columns.js')>(
    'apps/api/src/ingest/read-columns',
  );
  const { EntryBatch } = await from<typeof import('../../apps/api/src/ingest/entry-batch.js')>(
    'apps/api/src/ingest/entry-batch',
  );
  const rules = { now: Date.now(), retentionDays: 0, isStaticFile: () => false };
  const parse = (body: Buffer) => JSON.parse(body.toString()) as LogEntryInput[];
  return [
    { name: 'JSON.parse alone, which makes no columns', read: parse },
    {
      name: 'readColumns: the same entries as columns',
      read: (body) => readColumns(body, rules),
      ofColumns: true,
    },
    { name: 'readPlain: one pass over the bytes', read: (body) => readPlain(body, rules) },
    {
      name: 'JSON.parse, and columns without any check',
      read: (body) => {
        const batch = new EntryBatch(rules.isStaticFile);
        for (const entry of parse(body)) batch.add(entry, Date.parse(entry.timestamp as string));
        return batch.columns();
      },
    },
    { name: 'readEach: any body, value by value', read: (body) => readEach(body, rules) },
  ];
}
