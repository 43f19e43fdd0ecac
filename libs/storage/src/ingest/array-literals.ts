// Columns of rows as PostgreSQL writes arrays. The driver would look up the type of every value,
// but here a whole column has one type.
import { isClean } from '@app/contracts';

const NEEDS_ESCAPE = /["\\]/;

/** Returns numbers as PostgreSQL writes an array of them; null is NULL. */
export function numberArray<T>(rows: readonly T[], value: (row: T) => number | null): string {
  let text = '{';
  for (const row of rows) text += `${text.length > 1 ? ',' : ''}${value(row) ?? 'NULL'}`;
  return `${text}}`;
}

/** Returns texts as PostgreSQL writes an array of them; null is NULL. */
export function textArray<T>(rows: ArrayLike<T>, value: (row: T) => string | null): string {
  let text = '{';
  for (let at = 0; at < rows.length; at++) {
    const element = value(rows[at] as T);
    if (text.length > 1) text += ',';
    text += element === null ? 'NULL' : quoted(element);
  }
  return `${text}}`;
}

/**
 * JSON escapes quotes and backslashes as PostgreSQL does, several times as fast as a pattern that
 * matches each of them. That matters because a sender can fill whole batches with them. Texts of
 * entries are clean. In other texts, JSON would also escape control characters, in a way that
 * PostgreSQL reads differently.
 */
function quoted(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return `"${text}"`;
  return isClean(text) ? JSON.stringify(text) : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
