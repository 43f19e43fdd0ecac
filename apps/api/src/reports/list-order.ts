import type { ListOrder, ListPart, Place } from '@app/storage';
import { z } from 'zod';
import { ApiError } from '../http/api-error.js';
import { oneOf } from '../http/parameters.js';
import { bindingOf, LONGEST_CURSOR, readCursor, writeCursor } from './list-cursor.js';

const NOT_A_CURSOR = 'must be the next_cursor of an earlier answer';

/** The parameter that reads a report part by part. */
export const CURSOR = cursorParameter(
  'The `next_cursor` of the previous answer. Send it with the same parameters; only `limit` and `format` may change. The days stay those of the first answer. The rows are read anew, so a row that gets visits in the meantime may be shown twice or be missed, and no other.',
);

/** The parameters of a report that can be ordered by these columns and read part by part. */
export function orderParameters<const Column extends string>(columns: readonly Column[]) {
  const values = columns.flatMap((column) => [column, `-${column}` as const]);
  return {
    sort: oneOf(values as [Column | `-${Column}`, ...(Column | `-${Column}`)[]])
      .optional()
      .describe(
        'Orders the list by a column: numbers and times from the highest one down, texts from A to Z. `-` in front reverses that. Rows with equal values are in the order that the list has without it. The answer then has `next_cursor`.',
      ),
    cursor: CURSOR,
  };
}

/** The parameter that names the place where a list goes on. */
export function cursorParameter(description: string) {
  return z
    .string()
    .max(LONGEST_CURSOR, NOT_A_CURSOR)
    .regex(/^[\w-]+$/, NOT_A_CURSOR)
    .optional()
    .describe(description);
}

/** Parameters that may change from one part of a list to the next. */
const FREE: ReadonlySet<string> = new Set(['cursor', 'format', 'limit']);

/** A request for a part of a list. */
export interface AskedPart {
  declaration: { id: string };
  id: string;
  query: { cursor?: string | undefined; limit?: number | undefined };
  now: number;
}

/** A request for a list, as far as its order is concerned. */
export interface AskedList<Column extends string> extends AskedPart {
  query: AskedPart['query'] & { sort?: Column | `-${Column}` | undefined };
}

/** Where the part of a list begins that a request wants. */
export interface AskedPlace {
  /** The time that tells the days of the report: that of the first part of the list. */
  begun: number;
  after?: Place;
  /** Returns what the answer says of the rest of the list. */
  cursorOf: (part: ListPart<unknown>) => string | null;
}

/** An order in which a request wants a list. */
export type AskedOrder<Column extends string> = ListOrder<Column> & AskedPlace;

/**
 * Returns the order that a request asks for, or undefined when it wants the list as it always was.
 *
 * @throws ApiError VALIDATION_ERROR for a cursor of another list
 */
export function askedOrder<Column extends string>(
  asked: AskedList<Column>,
  usual: NoInfer<Column>,
): AskedOrder<Column> | undefined {
  const { sort, cursor } = asked.query;
  if (sort === undefined && cursor === undefined) return undefined;
  return { ...columnOf<Column>(sort ?? usual), ...askedPlace(asked) };
}

/**
 * Returns where the part of a list begins that a request asks for.
 *
 * @throws ApiError VALIDATION_ERROR for a cursor of another list
 */
export function askedPlace({ declaration, id, query, now }: AskedPart): AskedPlace {
  const { cursor } = query;
  const binding = bindingOfList({ declaration, id, query });
  const place = cursor === undefined ? { begun: now } : readPlace(cursor, binding);
  return {
    ...place,
    cursorOf: ({ next }) => next && writeCursor(binding, { begun: place.begun, after: next }),
  };
}

/** Names the list that a request asks for, whatever part of it, for its cursors. */
export function bindingOfList({
  declaration,
  id,
  query,
}: {
  declaration: { id: string };
  id: string;
  query: object;
}): string {
  const chosen = Object.entries(query).filter(([name]) => !FREE.has(name));
  return bindingOf(`${declaration.id} ${id}`, chosen);
}

/** @throws ApiError VALIDATION_ERROR for a cursor of another list */
export function readPlace(cursor: string, binding: string): { begun: number; after?: Place } {
  const found = readCursor(cursor, binding);
  if (found === 'not a cursor') throw noCursor();
  if (found === 'of another list') {
    throw invalid(
      'cursor belongs to a list with other parameters: send those of the request that gave it, or begin again without cursor',
    );
  }
  return found;
}

/** The error for a text that no answer gave as a cursor. */
export function noCursor(): ApiError {
  return invalid(`cursor ${NOT_A_CURSOR}`);
}

function columnOf<Column extends string>(sort: Column | `-${Column}`) {
  const reversed = sort.startsWith('-');
  return { column: (reversed ? sort.slice(1) : sort) as Column, reversed };
}

function invalid(message: string): ApiError {
  return new ApiError('VALIDATION_ERROR', message);
}
