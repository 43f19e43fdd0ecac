import type { EntryColumns, LogEntry, TextColumn } from '@app/contracts';
import { readAddressTexts } from './address-column.js';

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
export function readValues(columns: ValueColumns, count: number): EntryColumns {
  checkColumns(columns, count);
  const { first, after } = columns.time;
  const { staticFiles = [], signatureAgents = [] } = columns;
  return {
    count,
    time: Float64Array.from(after, (milliseconds) => first + milliseconds),
    statusCode: Uint32Array.from(columns.statusCode),
    method: textColumn(columns, 'method'),
    host: textColumn(columns, 'host'),
    path: { texts: columns.path, places: Uint32Array.from(columns.path, (_, row) => row) },
    userAgent: textColumn(columns, 'userAgent'),
    referer: textColumn(columns, 'referer'),
    addresses: readAddressTexts(columns.ip),
    staticFiles,
    signatureAgents,
  };
}

function checkColumns(columns: ValueColumns, count: number): void {
  const check = (column: keyof ValueColumns, isWhole: boolean) => {
    if (!isWhole) throw new Error(`Column ${column} of the batch does not have ${count} values`);
  };
  check('time', columns.time?.after?.length === count && Number.isInteger(columns.time.first));
  for (const name of PLAIN_COLUMNS) check(name, columns[name]?.length === count);
  for (const name of REPEATED_COLUMNS) check(name, columns[name]?.places?.length === count);
}

function textColumn<Name extends (typeof REPEATED_COLUMNS)[number]>(
  columns: ValueColumns,
  name: Name,
): TextColumn<LogEntry[Name]> {
  const { values, places } = columns[name];
  for (const place of places)
    if (values[place] === undefined)
      throw new Error(`Column ${name} of the batch names a value that is not there`);
  return { texts: values as LogEntry[Name][], places: Uint32Array.from(places) };
}
