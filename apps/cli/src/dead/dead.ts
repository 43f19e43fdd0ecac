import { printableJson } from '@app/report-text';
import { DeadEntries, type DeadRow, type DeadRowWithPayload } from '@app/storage';
import type { Answer, Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { withDatabase } from '../program/database.js';
import { CommandError } from '../program/failure.js';
import { renderList } from '../program/list.js';

export interface PurgeOptions {
  olderThan: number;
  yes?: boolean;
}

const HEADINGS = ['ID', 'KIND', 'WEBSITE', 'RECEIVED', 'FAILED', 'SQLSTATE', 'REASON'];
const NONE = 'Nothing is dead: all accepted entries are stored or on their way.';

export async function listDead(dependencies: Dependencies, limit: number): Promise<Answer> {
  const { rows, count } = await withDatabase(dependencies, async (pool) => {
    const dead = new DeadEntries(pool);
    return { rows: await dead.list(limit), count: await dead.count() };
  });
  const document = rows.map(deadDocument);
  if (document.length === 0) return { document, text: NONE };
  const cells = document.map(
    ({ id, kind, website_id, received_at, failed_at, sqlstate, reason }) =>
      [id, kind, website_id, received_at, failed_at, sqlstate, reason] as (string | null)[],
  );
  const all = count.entry + count.job;
  const more = all > rows.length ? `\n${all - rows.length} more: raise --limit.` : '';
  return { document, text: renderList(HEADINGS, cells) + more };
}

export async function showDead(dependencies: Dependencies, id: string): Promise<Answer> {
  const row = await withDatabase(dependencies, (pool) => requireDead(new DeadEntries(pool), id));
  const payload: unknown = JSON.parse(row.payload);
  const document = { ...deadDocument(row), payload };
  const facts = Object.entries(deadDocument(row));
  const content = printableJson(payload, 2);
  return { document, text: `${renderList(['FIELD', 'VALUE'], facts)}\n\n${content}` };
}

export async function purgeDead(
  dependencies: Dependencies,
  { olderThan: days, yes = false }: PurgeOptions,
): Promise<Answer> {
  return withDatabase(dependencies, async (pool) => {
    const dead = new DeadEntries(pool);
    if (yes) {
      const purged = await dead.purge(days);
      return { document: { purged }, text: `Forgot ${purged} of more than ${days} days ago.` };
    }
    const would_purge = await dead.countOlder(days);
    return {
      document: { purged: 0, would_purge },
      text: `${would_purge} died more than ${days} days ago. To delete them for good, add --yes.`,
    };
  });
}

/**
 * Returns a dead entry.
 *
 * @throws CommandError when it is not there, or not any more
 */
export async function requireDead(dead: DeadEntries, id: string): Promise<DeadRowWithPayload> {
  const row = await dead.find(id);
  if (row) return row;
  throw new CommandError(
    `Nothing dead has the id ${id}: it was replayed or purged, or see the ids with \`${BOTGAUGE} dead list\`.`,
  );
}

/** Returns a dead entry as it is printed with `--json`. */
function deadDocument(row: DeadRow) {
  return {
    id: row.id,
    kind: row.kind,
    account_id: row.account_id,
    website_id: row.website_id,
    batch_id: row.batch_id,
    position: row.position,
    received_at: row.received_at?.toISOString() ?? null,
    failed_at: row.failed_at.toISOString(),
    sqlstate: row.sqlstate,
    reason: row.reason,
  };
}
