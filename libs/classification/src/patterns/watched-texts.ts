import { COMMON_TEXT } from './common-text.js';

/**
 * Which of many short texts can stand in a user agent. Patterns that cannot match without one of
 * them need not be tried: of 900 patterns, about 20 remain for a user agent.
 *
 * A text is watched for by one of its pieces of three characters, one that common browsers do not
 * have. So reading a user agent costs one look-up for each of its characters, however many texts are
 * watched. Upper and lower case are the same, and so are a few signs: a text may seem to be there
 * although it is not, but never the other way round.
 */
/** Characters count by their last five bits. */
const BITS = 5;
const MASK = (1 << BITS) - 1;
/** Each piece has a place. */
const PLACES = 1 << (3 * BITS);
const LAST_THREE = PLACES - 1;
/** The place of three equal characters is this number times one of them. */
const EQUAL = (1 << (2 * BITS)) | (1 << BITS) | 1;

/**
 * How often a user agent may say the same three characters. Of 23,569 collected user agents, 39 say
 * some more often, near their end: no verdict changes when these are cut here.
 */
const MOST_TIMES = 12;

/** Who is found by a place: the pattern that requires a text, and the places of the whole text. */
interface Watcher {
  readonly pattern: number;
  readonly group: number;
  readonly places: Uint16Array;
}

const watchers = new Map<number, Watcher[]>();
let patterns = 0;

/**
 * What is known of a place is one small number, because reading it from the memory is what costs: from
 * the lowest bits, how often it was found, whether it is watched, and the number of the text that was
 * read last. Nothing is cleared before the next text: it has another number, until all are used.
 */
const TIMES = (1 << 4) - 1;
const WATCHED = 1 << 4;
const NUMBER = 5;
const LAST_NUMBER = (1 << (16 - NUMBER)) - 1;

/** What was found in a text. */
interface Reading {
  text: string | undefined;
  number: number;
  /** Where the text says three characters once too often, or its length. */
  repeatsAt: number;
  readonly places: Uint16Array;
  numberOfPattern: Uint16Array;
}

const newReading = (): Reading => ({
  text: undefined,
  number: 0,
  repeatsAt: 0,
  places: new Uint16Array(PLACES),
  numberOfPattern: new Uint16Array(0),
});

/** Patterns look at a user agent and at a part of it in turns, so the last two texts are kept. */
let current = newReading();
let other = newReading();

/** What nearly all browsers say is a bad sign of anything else. */
const COMMON = new Set(placesOf(COMMON_TEXT));

function placesOf(text: string): Uint16Array {
  const places = new Uint16Array(Math.max(0, text.length - 2));
  let piece = 0;
  for (let index = 0; index < text.length; index++) {
    piece = ((piece << BITS) | (text.charCodeAt(index) & MASK)) & LAST_THREE;
    if (index >= 2) places[index - 2] = piece;
  }
  return places;
}

/** Returns a number for a group of patterns: `mayMatch` tells whether any of them may match. */
export function newNumber(): number {
  return patterns++;
}

/**
 * Watches for texts of three characters or more, and returns the number with which `mayMatch` tells
 * whether one of them can stand in the text that was read last.
 */
export function watch(texts: readonly string[], group: number): number {
  const pattern = newNumber();
  for (const text of texts) {
    const places = placesOf(text);
    const [rarest = 0] = [...places].sort((a, b) => frequency(a) - frequency(b));
    const known = watchers.get(rarest);
    if (known === undefined) watchers.set(rarest, [{ pattern, group, places }]);
    else known.push({ pattern, group, places });
  }
  inOrder = undefined;
  return pattern;
}

function frequency(place: number): number {
  return (COMMON.has(place) ? 1_000 : 0) + (watchers.get(place)?.length ?? 0);
}

/** The watchers of all places one after the other, because reading them is most of the work. */
interface WatchersInOrder {
  /** For each place: where its watchers begin, and where they end. */
  readonly beginOf: Int32Array;
  readonly endOf: Int32Array;
  /** For each watcher: its pattern, its group, and where its places begin and end. */
  readonly rows: Int32Array;
  readonly places: Uint16Array;
  /** What is known of all places before a text was read. */
  readonly unread: Uint16Array;
}

const ROW = 4;
/** Is made when a text is read, and made again after patterns were added. */
let inOrder: WatchersInOrder | undefined;

function putInOrder(): WatchersInOrder {
  const rows: number[] = [];
  const places: number[] = [];
  const beginOf = new Int32Array(PLACES);
  const endOf = new Int32Array(PLACES);
  const unread = new Uint16Array(PLACES);
  for (const [place, all] of watchers) {
    beginOf[place] = rows.length;
    for (const { pattern, group, places: wanted } of all) {
      rows.push(pattern, group, places.length, places.length + wanted.length);
      for (const one of wanted) places.push(one);
    }
    endOf[place] = rows.length;
    unread[place] = WATCHED;
  }
  for (const reading of [current, other]) {
    // What was read before does not know the new patterns.
    reading.text = undefined;
    reading.number = LAST_NUMBER;
    reading.numberOfPattern = new Uint16Array(patterns);
  }
  return {
    ...{ beginOf, endOf, unread },
    ...{ rows: Int32Array.from(rows), places: Uint16Array.from(places) },
  };
}

/** Makes `mayMatch` answer for this text, until another text is read. */
export function readText(text: string): void {
  if (text === current.text && inOrder !== undefined) return;
  [current, other] = [other, current];
  if (text !== current.text || inOrder === undefined) read(text, current);
}

/**
 * Returns the text up to where it begins to repeat itself without end.
 *
 * Many patterns, most of them of libraries, look for one word and then for another one behind it.
 * When the first word comes again and again, such a pattern reads the rest of the text each time:
 * `"Android "` 126 times took 45 times as long as a browser. A word that such a pattern begins with
 * has three characters or more, so bounding how often these come bounds the time of all these
 * patterns, also of those that an update of a library brings.
 *
 * A row of one character is no repeated word: bots have their names behind rows of blanks, and
 * behind ids of which only `xxxxxxxx` was kept.
 */
export function beforeRepetition(text: string): string {
  readText(text);
  return current.repeatsAt === text.length ? text : text.slice(0, current.repeatsAt);
}

/** The places that are watched and were found in the text that is being read. */
let found = new Uint16Array(1024);

function read(text: string, reading: Reading): void {
  const order = (inOrder ??= putInOrder());
  begin(text, reading, order.unread);
  const { number, places } = reading;
  let length = 0;
  let place = ((text.charCodeAt(0) & MASK) << BITS) | (text.charCodeAt(1) & MASK);
  for (let index = 2; index < text.length; index++) {
    place = ((place << BITS) | (text.charCodeAt(index) & MASK)) & LAST_THREE;
    const known = places[place] ?? 0;
    if (known >> NUMBER !== number) {
      places[place] = (number << NUMBER) | (known & WATCHED) | 1;
      if ((known & WATCHED) !== 0) found[length++] = place;
    } else if ((known & TIMES) < MOST_TIMES) {
      places[place] = known + 1;
    } else if (place % EQUAL !== 0 && index < reading.repeatsAt) {
      reading.repeatsAt = index;
    }
  }
  for (let index = 0; index < length; index++) markPatterns(found[index] ?? 0, order, reading);
}

function begin(text: string, reading: Reading, unread: Uint16Array): void {
  if (found.length < text.length) found = new Uint16Array(text.length);
  if (reading.number === LAST_NUMBER) {
    reading.places.set(unread);
    reading.numberOfPattern.fill(0);
    reading.number = 0;
  }
  reading.number += 1;
  reading.text = text;
  reading.repeatsAt = text.length;
}

/** Marks the patterns that watch a place, if the text has all other places of theirs, too. */
function markPatterns(place: number, order: WatchersInOrder, reading: Reading): void {
  const { rows, places } = order;
  const { number, places: known, numberOfPattern } = reading;
  const end = order.endOf[place] ?? 0;
  for (let row = order.beginOf[place] ?? 0; row < end; row += ROW) {
    let next = rows[row + 2] ?? 0;
    const last = rows[row + 3] ?? 0;
    while (next < last && (known[places[next] ?? 0] ?? 0) >> NUMBER === number) next += 1;
    if (next < last) continue;
    numberOfPattern[rows[row] ?? 0] = number;
    numberOfPattern[rows[row + 1] ?? 0] = number;
  }
}

/** Tells whether a text that was watched for can stand in the text that `readText` read last. */
export function mayMatch(pattern: number): boolean {
  return current.numberOfPattern[pattern] === current.number;
}
