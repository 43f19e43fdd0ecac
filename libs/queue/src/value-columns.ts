import type { LogEntry } from '@app/contracts';

/**
 * The entries of a job of version 1 or 2, which releases before version 3 wrote: one column for
 * each field, all of it as JSON.
 */
export interface ValueColumns {
  /** The times, as milliseconds after that of the first entry. */
  time: { first: number; after: number[] };
  path: string[];
  statusCode: number[];
  ip: (string | null)[];
  method: Repeated<string>;
  host: Repeated<string>;
  userAgent: Repeated<string>;
  referer: Repeated<string | null>;
  /** The places of the entries that are static files; missing when none is. */
  staticFiles?: number[];
  /** Places of entries with a signature agent, and its host; missing when none has one. */
  signatureAgents?: [place: number, host: string][];
}

/** Each value of a column stands here once, and each entry has the place of its own. */
interface Repeated<Value> {
  values: Value[];
  places: number[];
}

const PLAIN_COLUMNS = ['path', 'statusCode', 'ip'] as const;
const REPEATED_COLUMNS = ['method', 'host', 'userAgent', 'referer'] as const;

/** @throws when the columns do not have one value for each of `count` entries */
export function readValues(columns: ValueColumns, count: number): LogEntry[] {
  checkColumns(columns, count);
  return Array.from({ length: count }, (_, row) => ({
    time: columns.time.first + (columns.time.after[row] as number),
    method: at(columns, 'method', row),
    host: at(columns, 'host', row),
    path: columns.path[row] as string,
    statusCode: columns.statusCode[row] as number,
    ip: columns.ip[row] as string | null,
    userAgent: at(columns, 'userAgent', row),
    referer: at(columns, 'referer', row),
  }));
}

function checkColumns(columns: ValueColumns, count: number): void {
  const check = (column: keyof ValueColumns, isWhole: boolean) => {
    if (!isWhole) throw new Error(`Column ${column} of the batch does not have ${count} values`);
  };
  check('time', columns.time?.after?.length === count && Number.isInteger(columns.time.first));
  for (const name of PLAIN_COLUMNS) check(name, columns[name]?.length === count);
  for (const name of REPEATED_COLUMNS) check(name, columns[name]?.places?.length === count);
}

function at<Name extends (typeof REPEATED_COLUMNS)[number]>(
  columns: ValueColumns,
  name: Name,
  row: number,
): LogEntry[Name] {
  const { values, places } = columns[name];
  const value = values[places[row] as number];
  if (value === undefined)
    throw new Error(`Column ${name} of the batch names a value that is not there`);
  return value as LogEntry[Name];
}
