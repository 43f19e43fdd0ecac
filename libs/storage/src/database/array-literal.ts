const NEEDS_ESCAPE = /["\\]/;

/**
 * Returns numbers as PostgreSQL writes an array of them; null is NULL. The driver would look up the
 * type of every value, but here a whole column has one type.
 */
export function numberArray<T>(rows: T[], value: (row: T) => number | null): string {
  let text = '{';
  for (const row of rows) text += `${text.length > 1 ? ',' : ''}${value(row) ?? 'NULL'}`;
  return `${text}}`;
}

/** Returns texts as PostgreSQL writes an array of them; null is NULL. */
export function textArray<T>(rows: T[], value: (row: T) => string | null): string {
  let text = '{';
  for (const row of rows) {
    const element = value(row);
    if (text.length > 1) text += ',';
    text += element === null ? 'NULL' : `"${escape(element)}"`;
  }
  return `${text}}`;
}

function escape(text: string): string {
  return NEEDS_ESCAPE.test(text) ? text.replace(/["\\]/g, '\\$&') : text;
}
