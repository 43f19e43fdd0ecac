import { createHash } from 'node:crypto';
import type { Place } from '@app/storage';
import { z } from 'zod';
import { HOUR_MS } from './calendar.js';

/**
 * A cursor is [version, binding, hour, numbers, texts]. It says where a list goes on and nothing
 * else, so one that somebody made up shows nothing that its maker could not ask for anyway.
 */
const VERSION = 1;
const cursorSchema = z.tuple([
  z.literal(VERSION),
  z.string(),
  z
    .int()
    .min(0)
    .max(Date.UTC(2100, 0) / HOUR_MS),
  z.array(z.int()).min(1).max(3),
  // PostgreSQL does not accept text with a NUL.
  z
    .array(z.string().max(2_048))
    .min(1)
    .max(2)
    .refine((texts) => texts.every((text) => !text.includes('\0'))),
]);

/**
 * A path of 2,048 bytes has at most twice as many in JSON, because it has no control characters, and
 * base64 adds a third. An address of more than 16 KiB would not be read.
 */
export const LONGEST_CURSOR = 6_000;

export interface Cursor {
  /** When the list was begun, to the hour, in epoch milliseconds. */
  begun: number;
  after: Place;
}

/**
 * Names what a list is of: its address, and the parameters that choose its rows and their order.
 */
export function bindingOf(address: string, parameters: readonly [string, unknown][]): string {
  const given = parameters.filter(([, value]) => value !== undefined);
  const text = JSON.stringify([address, given.sort(([a], [b]) => (a < b ? -1 : 1))]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}

/** The hour is enough for the days, also where they are not those of UTC. */
export function writeCursor(binding: string, { begun, after }: Cursor): string {
  const { numbers, texts } = after;
  const json = [VERSION, binding, Math.floor(begun / HOUR_MS), numbers, texts];
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}

/**
 * Reads a cursor of this binding. `not a cursor` was never given to anybody; `of another list` was
 * given with other parameters.
 */
export function readCursor(
  cursor: string,
  binding: string,
): Cursor | 'not a cursor' | 'of another list' {
  const parsed = cursorSchema.safeParse(parse(cursor));
  if (!parsed.success) return 'not a cursor';
  const [, of, hour, numbers, texts] = parsed.data;
  if (of !== binding) return 'of another list';
  return { begun: hour * HOUR_MS, after: { numbers, texts } };
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
