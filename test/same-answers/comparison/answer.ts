// What a build answered, as a value that can be compared. Pure.
import type { TextAnswer } from '../../support/http.js';
import { readCsv } from './csv.js';
import { maskFields, replaceIds } from './masked-fields.js';
import { inSharedOrder, VISITS } from './order.js';

/** The pages of an answer, in order, and whether there are more that were not read. */
export interface PagedAnswer {
  pages: readonly TextAnswer[];
  isCut: boolean;
}

const CURSOR = /"next_cursor":"[\w-]+"/g;

/** Returns the text of an answer with ids replaced: two answers with the same text are equal. */
export function textOf({ pages, isCut }: PagedAnswer, names: ReadonlyMap<string, string>): string {
  const texts = pages.map(({ status, headers, text }) =>
    [
      status,
      headers.get('content-type'),
      replaceIds(text, names).replace(CURSOR, '"next_cursor":"…"'),
    ].join('\n'),
  );
  return [...texts, isCut].join('\n');
}

/** Returns an answer as a value, without what may differ. */
export function valueOf(
  { pages, isCut }: PagedAnswer,
  route: string,
  names: ReadonlyMap<string, string>,
): unknown {
  const [first] = pages;
  const bodies = pages.map((page) => bodyOf({ ...page, text: replaceIds(page.text, names) }));
  return {
    status: first?.status,
    type: first?.headers.get('content-type'),
    // How many bytes of visits a page has depends on the order of simultaneous ones.
    pages: VISITS.test(route) ? undefined : pages.length,
    isCut,
    body: inSharedOrder(maskFields(bodies.reduce(joined), route), route, isCut),
  };
}

/** Returns the body of an answer: JSON, rows of CSV, objects of NDJSON, or lines of a text. */
export function bodyOf({ headers, text }: Pick<TextAnswer, 'headers' | 'text'>): unknown {
  const type = headers.get('content-type') ?? '';
  if (type.startsWith('text/csv')) return readCsv(text);
  if (type.startsWith('application/json')) return JSON.parse(text) as unknown;
  const lines = text.split('\n').filter((line) => line !== '');
  return type.startsWith('application/x-ndjson')
    ? lines.map((line) => JSON.parse(line) as unknown)
    : lines;
}

/** Joins the lists of two pages; everything else is that of the later one. */
function joined(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other))
    return [...(one as unknown[]), ...(other as unknown[])];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return other;
  return Object.fromEntries(
    Object.entries(other).map(([name, value]) => [
      name,
      joined((one as Record<string, unknown>)[name], value),
    ]),
  );
}
