import { AUTOMATION_BOT_ID } from '@app/contracts';
import { type JudgedDay, judgeDay, type PeopleCounts, type Readers } from '@app/people';
import type pg from 'pg';
import { valuesOf } from '../compose/compose.js';
import { named, type Shard } from '../database/shards.js';
import { statement } from '../database/statement.js';
import { readRecords, type WebsiteDay } from './day-evidence.js';
import { findBrowsers } from './find-texts.js';
import { replaceGroups } from './replace-groups.js';
import { replaceLists } from './replace-lists.js';
import { VERDICT_STATEMENTS } from './verdict-statements.js';

const READ_READERS = statement('people/read_readers');
const NOTE_JUDGED = statement('people/note_judged');

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
  const records = await readRecords(client, shard, one);
  if (!records) return;
  const values = [websiteId, day, DAYS_BEFORE];
  const query = { ...named(shard, 'read_readers', READ_READERS), values };
  const { rows } = await client.query<Readers>(query);
  const judged = judgeDay(records, day - DAY_OF_2000, rows[0] as Readers);
  await replaceVerdicts(client, shard, { websiteId, day, judged, appended });
}

/** Replaces the verdicts on a day, unless nothing more may be learnt about it. */
async function replaceVerdicts(
  client: pg.ClientBase,
  shard: Shard,
  { websiteId, day, judged, appended }: WebsiteDay & { judged: JudgedDay; appended: string },
): Promise<void> {
  const begin = momentOf(day, 0);
  const noted = await client.query({
    ...named(shard, 'note_judged', NOTE_JUDGED),
    values: [websiteId, begin, ...noteOf(judged), appended],
  });
  if (noted.rows.length === 0) return;
  const [byHour, byDay] = VERDICT_STATEMENTS;
  const replace = async ({ replace }: typeof byHour, counts: JudgedDay['hours']) => {
    const values = valuesOf(replace, {
      ...{ website: websiteId, begin, automationBot: AUTOMATION_BOT_ID },
      buckets: [...counts.keys()].map((hour) => momentOf(day, hour)),
      ...columnsOf([...counts.values()]),
    });
    await client.query({ ...named(shard, replace.name, replace.text), values });
  };
  await replace(byHour, judged.hours);
  await replace(byDay, new Map([[0, judged.day]]));
  const { lists, groups } = judged;
  const browsers = await findBrowsers(client, shard, websiteId, lists.clients.keys);
  await replaceLists(client, shard, { websiteId, begin, lists, browsers });
  await replaceGroups(client, shard, { websiteId, begin, groups, browsers });
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const momentOf = (day: number, hour: number) =>
  new Date(day * DAY_MS + hour * HOUR_MS).toISOString();

const noteOf = ({ visitors, noFiles, readers, lists }: JudgedDay) => [
  ...[visitors.people, visitors.undecided, visitors.automation, noFiles],
  ...[readers.loading, readers.http2, readers.modes, readers.usualRelease, lists.until],
];

const columnsOf = (counts: readonly PeopleCounts[]) => ({
  people: counts.map(({ people }) => people),
  undecided: counts.map(({ undecided }) => undecided),
  automation: counts.map(({ automation }) => automation),
  errors: counts.map(({ errors }) => errors),
  first: counts.map(({ first }) => first),
  last: counts.map(({ last }) => last),
});
