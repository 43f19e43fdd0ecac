import { inspect } from 'node:util';

/**
 * Checks every row of a table in one test. A failing row does not hide the next one: the error
 * shows every failing row under its name, with the expected and the received value.
 *
 * @param nameOf returns the text that distinguishes a row from the others; by default the row
 *   itself
 * @throws Error when a row fails, or when there are no rows
 */
export async function checkRows<Row>(
  rows: readonly Row[],
  check: (row: Row) => unknown,
  nameOf: (row: Row) => string = (row) => inspect(row, { breakLength: Infinity }),
): Promise<void> {
  if (rows.length === 0) throw new Error('The table has no rows, so nothing was checked');
  const failures: string[] = [];
  for (const row of rows) {
    try {
      await check(row);
    } catch (error) {
      failures.push(`● ${nameOf(row)}\n${indented(error)}`);
    }
  }
  if (failures.length === 0) return;
  throw new Error(`${failures.length} of ${rows.length} rows failed\n\n${failures.join('\n\n')}`);
}

/** Returns the message of an assertion and the line of the suite that made it. */
function indented(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const place = /\(([^\s(]+\.spec\.ts:\d+):\d+\)/.exec(stack)?.[1];
  return [...message.split('\n'), ...(place ? [`at ${place}`] : [])]
    .map((line) => `    ${line}`.trimEnd())
    .join('\n');
}
