import { keyDocument } from '@app/access';
import type { Key } from '@app/contracts';
import type { ListedKeyRow, PageRequest } from '@app/storage';
import type { FastifyReply } from 'fastify';
import { answerPage, readPage } from '../http/page.js';
import { type Columns, requestedFormat } from '../http/csv.js';
import type { Query } from '../http/query.js';

const COLUMNS: Columns<Key> = [
  'id',
  'kind',
  'name',
  'scope',
  'website_id',
  'last4',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
  'replaced_by',
];

/**
 * Answers with the page of keys that a request asks for.
 *
 * @throws ApiError VALIDATION_ERROR
 */
export async function answerKeys(
  reply: FastifyReply,
  query: Query,
  read: (page: PageRequest) => Promise<ListedKeyRow[]>,
) {
  const format = requestedFormat(query);
  const { rows, next_cursor } = await readPage(query, read);
  const keys = rows.map(keyDocument);
  const table = { name: 'keys', columns: COLUMNS, rows: keys };
  return answerPage({ reply, format, query }, { keys, next_cursor }, table);
}
