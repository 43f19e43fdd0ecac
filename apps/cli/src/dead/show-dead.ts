import { DeadEntries } from '@app/storage';
import { withDatabase } from '../database/with-database.js';
import type { Answer } from '../output/answer.js';
import { renderTable } from '../output/table.js';
import type { Dependencies } from '../program/dependencies.js';
import { deadDocument } from './dead-document.js';
import { requireDead } from './require-dead.js';

export async function showDead(dependencies: Dependencies, id: string): Promise<Answer> {
  const row = await withDatabase(dependencies, (pool) => requireDead(new DeadEntries(pool), id));
  const payload: unknown = JSON.parse(row.payload);
  const document = { ...deadDocument(row), payload };
  const facts = Object.entries(deadDocument(row));
  // JSON escapes what could steer a terminal, except for the characters of C1.
  const content = JSON.stringify(payload, null, 2).replace(/[\u007f-\u009f]/g, '?');
  return { document, text: `${renderTable(['FIELD', 'VALUE'], facts)}\n\n${content}` };
}
