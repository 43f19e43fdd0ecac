import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { AskedOf } from './asked.js';
import type { RouteDeclaration } from './route.js';

/** The envelope of an answer with `data`. */
export interface Success<Data> {
  success: true;
  data: Data;
}

export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/** Declares that the answer is a list, as JSON under this name or as CSV. */
export function listOf<Name extends string, Item extends z.ZodObject>(name: Name, item: Item) {
  const list = { [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>;
  const columns = Object.keys(item.shape);
  const rows = (data: Readonly<Record<Name, readonly object[]>>) => data[name];
  return { data: z.object(list), csv: { columns, rows } };
}

/** Where the next page of a list starts. */
export const NEXT_CURSOR = z
  .string()
  .nullable()
  .describe('Give it as `cursor` to read on; null: there is no more.');

type DataOf<Declaration extends RouteDeclaration> = Declaration['answer'] extends {
  data: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;

/** Answers with what a route declares, as it was asked for: in the envelope, or its list as CSV. */
export function answer<const Declaration extends RouteDeclaration>(
  { declaration, query, reply }: AskedOf<Declaration>,
  data: DataOf<Declaration>,
): Success<DataOf<Declaration>> | string {
  const { csv } = declaration.answer;
  const { format, limit } = query as { format?: string; limit?: number };
  if (!csv || format !== 'csv') return success(data);
  const name = declaration.path.split('/').at(-1);
  void reply.header('content-type', 'text/csv; charset=utf-8');
  void reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  const { next_cursor: cursor } = data as { next_cursor?: string | null };
  if (typeof cursor === 'string') void reply.header('link', linkToNext(cursor, limit));
  return toCsv(csv.columns, csv.rows(data as never));
}

/** CSV has no place for the cursor: a header tells the next page, relative to this one (RFC 8288). */
function linkToNext(cursor: string, limit: number | undefined): string {
  const next = { format: 'csv', ...(limit === undefined ? {} : { limit: `${limit}` }), cursor };
  return `<?${new URLSearchParams(next).toString()}>; rel="next"`;
}

/**
 * CSV as RFC 4180 has it, a line of column names first. A cell that a spreadsheet would run as a formula
 * gets an apostrophe in front.
 */
function toCsv(columns: readonly string[], rows: readonly object[]): string {
  return stringify([...rows], {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
  });
}
