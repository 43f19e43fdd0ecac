import {
  addressTextAt,
  type EntryColumns,
  type LogEntry,
  sliceAddresses,
  type TextColumn,
} from '@app/contracts';

/** Returns the entries as `packEntries` takes them. Entries with the same text share it. */
export function entriesOf(columns: EntryColumns): LogEntry[] {
  const { count, time, statusCode, method, host, path, userAgent, referer, addresses } = columns;
  const entries: LogEntry[] = [];
  for (let row = 0; row < count; row++) {
    // An object literal, because the engine keeps objects that are put together field by field as
    // slow dictionaries.
    entries.push({
      time: time[row] as number,
      method: textAt(method, row),
      host: textAt(host, row),
      path: textAt(path, row),
      statusCode: statusCode[row] as number,
      ip: addressTextAt(addresses, row),
      userAgent: textAt(userAgent, row),
      referer: textAt(referer, row),
    });
  }
  for (const place of columns.staticFiles) (entries[place] as LogEntry).isStaticFile = true;
  for (const [place, host] of columns.signatureAgents)
    (entries[place] as LogEntry).signatureAgent = host;
  return entries;
}

function textAt<Text extends string | null>(
  { texts, places }: TextColumn<Text>,
  row: number,
): Text {
  return texts[places[row] as number] as Text;
}

/**
 * Returns the entries from place `from` to before place `end` as columns of their own. They share
 * the texts of all, of which some may then belong to no entry.
 */
export function sliceColumns(columns: EntryColumns, from: number, end: number): EntryColumns {
  if (from === 0 && end === columns.count) return columns;
  const { method, host, path, userAgent, referer } = columns;
  const slice = <Text extends string | null>({ texts, places }: TextColumn<Text>) => ({
    texts,
    places: places.subarray(from, end),
  });
  const isWithin = (place: number) => place >= from && place < end;
  return {
    count: end - from,
    time: columns.time.subarray(from, end),
    statusCode: columns.statusCode.subarray(from, end),
    method: slice(method),
    host: slice(host),
    path: slice(path),
    userAgent: slice(userAgent),
    referer: slice(referer),
    addresses: sliceAddresses(columns.addresses, from, end),
    staticFiles: columns.staticFiles.filter(isWithin).map((place) => place - from),
    signatureAgents: columns.signatureAgents
      .filter(([place]) => isWithin(place))
      .map(([place, host]) => [place - from, host] as const),
  };
}
