import { peopleKnownUntilSchema } from '@app/contracts';
import { FILTER_DIMENSIONS } from '@app/storage';
import { z } from 'zod';
import { listOf, NEXT_CURSOR } from '../http/answer.js';
import type { Shape } from '../http/route.js';
import { PERIOD } from './parameters.js';

/** A list that has a cursor when it is read part by part. */
export function partsOf<const Name extends string, Item extends z.ZodObject>(
  name: Name,
  item: Item,
) {
  const list = listOf(name, item);
  return { ...list, data: list.data.extend({ next_cursor: NEXT_CURSOR.optional() }) };
}

/** From when on a list does not tell people from other visitors with a browser. */
export const PEOPLE_KNOWN = { people_known_until: peopleKnownUntilSchema };

/** A list whose rows tell people from other visitors with a browser. */
export function tellingPeople<List extends { data: z.ZodObject }>(list: List) {
  return { ...list, data: list.data.extend(PEOPLE_KNOWN) };
}

/** What the routes of all reports have in common. */
export const report = <const Name extends string, const Query extends Shape>(
  name: Name,
  query: Query,
) =>
  ({
    tag: 'Reports',
    method: 'GET',
    path: `/api/v1/websites/:id/${name}`,
    access: 'api',
    names: 'website',
    query: { ...PERIOD, ...query },
  }) as const;

/** Why reports do not take parameters that others take. */
export const BY_UTC_DAYS = { timezone: 'these visits are counted by UTC days only' };
export const NOT_BY_DIMENSION = Object.fromEntries(
  FILTER_DIMENSIONS.map((dimension) => [dimension, `it is not counted by ${dimension}`]),
);
