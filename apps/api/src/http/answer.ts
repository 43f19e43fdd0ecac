import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import type { AskedOf } from './asked.js';
import type { CsvTable, RouteDeclaration } from './route.js';

/** The envelope of an answer with `data`. */
export interface Success<Data> {
  success: true;
  data: Data;
}

export function success<Data>(data: Data): Success<Data> {
  return { success: true, data };
}

/**
 * Declares an answer that is a list: as JSON it stands under this name, and it can be had as CSV.
 */
export function listOf<Name extends string, Item extends z.ZodObject>(name: Name, item: Item) {
  const list = { [name]: z.array(item) } as Record<Name, z.ZodArray<Item>>;
  const columns = Object.keys(item.shape);
  const rows = (data: Readonly<Record<Name, readonly object[]>>) => data[name];
  return { data: z.object(list), csv: { columns, rows } };
}

/** Declares an answer that is one page of such a list. */
export function pageOf<Name extends string, Item extends z.ZodObject>(name: Name, item: Item) {
  const list = listOf(name, item);
  return { ...list, data: list.data.extend({ next_cursor: NEXT_CURSOR }) };
}

/** The field that tells where the next page of a list starts. */
export const NEXT_CURSOR = z
  .string()
  .nullable()
  .describe('Send it as `cursor` to get the next page. Null means that this is the last page.');

type DataOf<Declaration extends RouteDeclaration> = Declaration['answer'] extends {
  data: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;

/** Returns the answer in the form that was requested: JSON in the envelope, or the list as CSV. */
export function answer<const Declaration extends RouteDeclaration>(
  { declaration, query, request, reply }: AskedOf<Declaration>,
  data: DataOf<Declaration>,
): Success<DataOf<Declaration>> | string {
  const { csv } = declaration.answer;
  const { format } = query as { format?: string };
  if (!csv || format !== 'csv') return success(data);
  const name = declaration.path.split('/').at(-1);
  void reply.header('content-type', 'text/csv; charset=utf-8');
  void reply.header('content-disposition', `attachment; filename="${name}.csv"`);
  const { next_cursor: cursor } = data as { next_cursor?: string | null };
  if (typeof cursor === 'string')
    void reply.header('link', linkToNext(declaration, request.url, cursor));
  return toCsv(csv.instead?.(data as never) ?? { ...csv, rows: csv.rows(data as never) });
}

/**
 * CSV has no place for the cursor, so a header links to the next page, relative to this one (RFC
 * 8288). The next page has the same parameters.
 */
export function linkToNext({ query = {} }: RouteDeclaration, url: string, cursor: string): string {
  const next = new URLSearchParams(url.split('?')[1]);
  for (const name of [...next.keys()]) if (!Object.hasOwn(query, name)) next.delete(name);
  next.set('cursor', cursor);
  return `<?${next.toString()}>; rel="next"`;
}

/**
 * Returns CSV by RFC 4180, with the column names in the first line. A cell that a spreadsheet would
 * run as a formula gets an apostrophe in front.
 */
export function toCsv({ columns, rows }: CsvTable, header = true): string {
  return stringify([...rows], {
    header,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { boolean: String },
  });
}
