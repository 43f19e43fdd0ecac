import { type EntryColumns, type LogEntry, packAddresses, type TextColumn } from '@app/contracts';

/** Returns entries as columns, in which each text stands once. */
export function packEntries(entries: readonly LogEntry[]): EntryColumns {
  const staticFiles: number[] = [];
  const signatureAgents: [place: number, host: string][] = [];
  entries.forEach(({ isStaticFile, signatureAgent }, place) => {
    if (isStaticFile) staticFiles.push(place);
    if (signatureAgent !== undefined) signatureAgents.push([place, signatureAgent]);
  });
  return {
    count: entries.length,
    time: Float64Array.from(entries, ({ time }) => time),
    statusCode: Uint32Array.from(entries, ({ statusCode }) => statusCode),
    method: textsOf(entries, ({ method }) => method),
    host: textsOf(entries, ({ host }) => host),
    path: textsOf(entries, ({ path }) => path),
    userAgent: textsOf(entries, ({ userAgent }) => userAgent),
    referer: textsOf(entries, ({ referer }) => referer),
    addresses: packAddresses(entries.map(({ ip }) => ip)),
    staticFiles,
    signatureAgents,
  };
}

function textsOf<Text extends string | null>(
  entries: readonly LogEntry[],
  textOf: (entry: LogEntry) => Text,
): TextColumn<Text> {
  const places = new Uint32Array(entries.length);
  const known = new Map<Text, number>();
  const texts: Text[] = [];
  entries.forEach((entry, row) => {
    places[row] = placeOf(textOf(entry), known, texts);
  });
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
  const texts = <Text extends string | null>(
    columnOf: (list: EntryColumns) => TextColumn<Text>,
  ): TextColumn<Text> => joinTexts(lists.map(columnOf), count);
  return {
    count,
    time: joined(new Float64Array(count), ({ time }) => time),
    statusCode: joined(new Uint32Array(count), ({ statusCode }) => statusCode),
    method: texts(({ method }) => method),
    host: texts(({ host }) => host),
    path: texts(({ path }) => path),
    userAgent: texts(({ userAgent }) => userAgent),
    referer: texts(({ referer }) => referer),
    addresses: {
      lengths: joined(new Uint8Array(count), ({ addresses }) => addresses.lengths),
      words: joined(new Uint32Array(4 * count), ({ addresses }) => addresses.words, 4),
    },
    staticFiles: lists.flatMap(({ staticFiles }, number) =>
      staticFiles.map((place) => place + (starts[number] as number)),
    ),
    signatureAgents: lists.flatMap(({ signatureAgents }, number) =>
      signatureAgents.map(([place, host]) => [place + (starts[number] as number), host] as const),
    ),
  };
}

function joinTexts<Text extends string | null>(
  columns: readonly TextColumn<Text>[],
  count: number,
): TextColumn<Text> {
  const places = new Uint32Array(count);
  const known = new Map<Text, number>();
  const texts: Text[] = [];
  let row = 0;
  for (const column of columns) {
    const moved = column.texts.map((text) => placeOf(text, known, texts));
    for (const place of column.places) places[row++] = moved[place] as number;
  }
  return { texts, places };
}
