import {
  addressTextAt,
  CARRIED_NAMES,
  type EntryColumns,
  type LogEntry,
  sliceAddresses,
  textAt,
  textColumns,
} from '@app/contracts';

/** Returns the entries as `packEntries` takes them. Entries with the same text share it. */
export function entriesOf(columns: EntryColumns): LogEntry[] {
  const { count, time, statusCode, addresses, staticFiles, claimedAddresses } = columns;
  const isStatic = new Set(staticFiles);
  const isClaimed = new Set(claimedAddresses);
  return Array.from({ length: count }, (_, row) => {
    const texts = CARRIED_NAMES.map((name) => [name, textAt(columns[name], row)] as const);
    return {
      ...{ time: time[row], statusCode: statusCode[row], ip: addressTextAt(addresses, row) },
      ...Object.fromEntries(texts.filter(([, text]) => text !== null)),
      ...(isStatic.has(row) && { isStaticFile: true }),
      ...(isClaimed.has(row) && { isAddressClaimed: true }),
    } as LogEntry;
  });
}

/**
 * Returns the entries from place `from` to before place `end` as columns of their own. They share
 * the texts of all, of which some may then belong to no entry.
 */
export function sliceColumns(columns: EntryColumns, from: number, end: number): EntryColumns {
  if (from === 0 && end === columns.count) return columns;
  return {
    count: end - from,
    time: columns.time.subarray(from, end),
    statusCode: columns.statusCode.subarray(from, end),
    addresses: sliceAddresses(columns.addresses, from, end),
    staticFiles: placesWithin(columns.staticFiles, from, end),
    claimedAddresses: placesWithin(columns.claimedAddresses, from, end),
    ...textColumns((name) => {
      const { texts, places } = columns[name];
      return { texts, places: places.subarray(from, end) };
    }),
  };
}

function placesWithin(places: readonly number[], from: number, end: number): number[] {
  return places.filter((place) => place >= from && place < end).map((place) => place - from);
}
