import {
  type EntryColumns,
  hasNoTexts,
  type LogEntry,
  noTexts,
  packAddresses,
  type TextColumn,
  textColumns,
} from '@app/contracts';

/** Returns entries as columns, in which each text stands once. */
export function packEntries(entries: readonly LogEntry[]): EntryColumns {
  return {
    count: entries.length,
    time: Float64Array.from(entries, ({ time }) => time),
    statusCode: Uint32Array.from(entries, ({ statusCode }) => statusCode),
    addresses: packAddresses(entries.map(({ ip }) => ip)),
    staticFiles: entries.flatMap(({ isStaticFile }, place) => (isStaticFile ? [place] : [])),
    claimedAddresses: entries.flatMap(({ isAddressClaimed }, place) =>
      isAddressClaimed ? [place] : [],
    ),
    ...textColumns((name) => packTexts(entries.map((entry) => entry[name] ?? null))),
  };
}

function packTexts(values: readonly (string | null)[]): TextColumn<string | null> {
  const known = new Map<string | null, number>();
  const texts: (string | null)[] = [];
  const places = Uint32Array.from(values, (text) => placeOf(text, known, texts));
  return { texts, places };
}

function placeOf<Text>(text: Text, known: Map<Text, number>, texts: Text[]): number {
  let place = known.get(text);
  if (place === undefined) known.set(text, (place = texts.push(text) - 1));
  return place;
}

/** Returns the entries of all lists as one, in their order. */
export function joinEntries(lists: readonly EntryColumns[]): EntryColumns {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const count = lists.reduce((sum, list) => sum + list.count, 0);
  const starts: number[] = [];
  let start = 0;
  for (const list of lists) {
    starts.push(start);
    start += list.count;
  }
  const joined = <Column extends Float64Array | Uint32Array | Uint8Array>(
    column: Column,
    partOf: (list: EntryColumns) => Column,
    width = 1,
  ): Column => {
    lists.forEach((list, number) => column.set(partOf(list), (starts[number] as number) * width));
    return column;
  };
  const joinedPlaces = (placesOf: (list: EntryColumns) => readonly number[]): number[] =>
    lists.flatMap((list, number) =>
      placesOf(list).map((place) => place + (starts[number] as number)),
    );
  return {
    count,
    time: joined(new Float64Array(count), ({ time }) => time),
    statusCode: joined(new Uint32Array(count), ({ statusCode }) => statusCode),
    addresses: {
      lengths: joined(new Uint8Array(count), ({ addresses }) => addresses.lengths),
      words: joined(new Uint32Array(4 * count), ({ addresses }) => addresses.words, 4),
    },
    staticFiles: joinedPlaces(({ staticFiles }) => staticFiles),
    claimedAddresses: joinedPlaces(({ claimedAddresses }) => claimedAddresses),
    ...textColumns((name) =>
      joinTexts(
        lists.map((list) => list[name]),
        count,
      ),
    ),
  };
}

function joinTexts(
  columns: readonly TextColumn<string | null>[],
  count: number,
): TextColumn<string | null> {
  if (columns.every(hasNoTexts)) return noTexts(count);
  const places = new Uint32Array(count);
  const known = new Map<string | null, number>();
  const texts: (string | null)[] = [];
  let row = 0;
  for (const column of columns) {
    const moved = column.texts.map((text) => placeOf(text, known, texts));
    for (const place of column.places) places[row++] = moved[place] as number;
  }
  return { texts, places };
}
