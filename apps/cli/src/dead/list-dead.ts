import { DeadEntries } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { renderTable } from '../output/table.js';
import type { Dependencies } from '../program/dependencies.js';
import { deadDocument } from './dead-document.js';

const HEADINGS = ['ID', 'KIND', 'WEBSITE', 'RECEIVED', 'FAILED', 'SQLSTATE', 'REASON'];
const NONE = 'Nothing is dead: all that was accepted is stored or on its way.';

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
  const all = count.entry + count.batch;
  const more = all > rows.length ? `\n${all - rows.length} more: raise --limit.` : '';
  return { document, text: renderTable(HEADINGS, cells) + more };
}
