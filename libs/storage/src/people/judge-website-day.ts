import { AUTOMATION_BOT_ID } from '@app/contracts';
import { type JudgedDay, judgeDay, type PeopleCounts, type Readers } from '@app/people';
import type pg from 'pg';
import { named, type Shard } from '../database/shards.js';
import { statement } from '../database/statement.js';
import { readEvidence, type WebsiteDay } from './day-evidence.js';

const READ_READERS = statement('people/read_readers');
const NOTE_JUDGED = statement('people/note_judged');
const REPLACE_HOURS = statement('people/replace_hours');
const REPLACE_DAY = statement('people/replace_day');

/** How many days before are looked at, too: on most days a small website has few readers. */
export const DAYS_BEFORE = 6;
/** The begin of 2000, in days since 1970. */
const DAY_OF_2000 = 10_957;

/** Judges a day of a website, and replaces the verdicts on its visits. */
export async function judgeWebsiteDay(
  client: pg.ClientBase,
  shard: Shard,
  one: WebsiteDay & { appended: string },
): Promise<void> {
  const { websiteId, day, appended } = one;
  const known = await readEvidence(client, shard, one);
  if (!known) return;
  const values = [websiteId, day, DAYS_BEFORE];
  const query = { ...named(shard, 'read_readers', READ_READERS), values };
  const { rows } = await client.query<Readers>(query);
  const judged = judgeDay(known.evidence, day - DAY_OF_2000, rows[0] as Readers);
  await replaceVerdicts(client, shard, { websiteId, day, judged, appended });
}

/** Replaces the verdicts on a day, unless nothing more may be learnt about it. */
async function replaceVerdicts(
  client: pg.ClientBase,
  shard: Shard,
  { websiteId, day, judged, appended }: WebsiteDay & { judged: JudgedDay; appended: string },
): Promise<void> {
  const start = momentOf(day, 0);
  const send = (name: string, text: string, values: unknown[]) =>
    client.query({ ...named(shard, name, text), values: [websiteId, ...values] });
  const noted = await send('note_judged', NOTE_JUDGED, [start, ...noteOf(judged), appended]);
  if (noted.rows.length === 0) return;
  const of = [start, AUTOMATION_BOT_ID];
  const hours = [...judged.hours.keys()].map((hour) => momentOf(day, hour));
  const ofHours = countColumns([...judged.hours.values()]);
  await send('replace_hours', REPLACE_HOURS, [hours, ...ofHours, ...of]);
  await send('replace_day', REPLACE_DAY, [[start], ...countColumns([judged.day]), ...of]);
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const momentOf = (day: number, hour: number) =>
  new Date(day * DAY_MS + hour * HOUR_MS).toISOString();

const noteOf = ({ visitors, noFiles, readers }: JudgedDay) => [
  ...[visitors.people, visitors.undecided, visitors.automation, noFiles],
  ...[readers.loading, readers.http2, readers.modes, readers.usualRelease],
];

function countColumns(counts: readonly PeopleCounts[]): unknown[] {
  return (['people', 'undecided', 'automation', 'errors', 'first', 'last'] as const).map((name) =>
    counts.map((one) => one[name]),
  );
}
