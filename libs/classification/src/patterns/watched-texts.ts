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
const PLACES = 1 << (3 * BITS);
const LAST_THREE = PLACES - 1;

/** Who is found by a place: the pattern that requires a text, and the places of the whole text. */
interface Watcher {
  readonly pattern: number;
  readonly group: number;
  readonly places: Uint16Array;
}

const watchers: (Watcher[] | undefined)[] = new Array<undefined>(PLACES);
const isWatched = new Uint8Array(PLACES);
let patterns = 0;

/** What was found in a text. Nothing is cleared before the next: it has another number. */
interface Reading {
  text: string | undefined;
  number: number;
  readonly numberAtPlace: Uint16Array;
  numberOfPattern: Uint16Array;
}

const newReading = (): Reading => ({
  text: undefined,
  number: 0,
  numberAtPlace: new Uint16Array(PLACES),
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
    (watchers[rarest] ??= []).push({ pattern, group, places });
    isWatched[rarest] = 1;
  }
  // What was read before does not know this pattern.
  current.text = undefined;
  other.text = undefined;
  return pattern;
}

function frequency(place: number): number {
  return (COMMON.has(place) ? 1_000 : 0) + (watchers[place]?.length ?? 0);
}

/** Makes `mayMatch` answer for this text, until another text is read. */
export function readText(text: string): void {
  if (text === current.text) return;
  [current, other] = [other, current];
  if (text !== current.text) read(text, current);
}

function read(text: string, reading: Reading): void {
  begin(text, reading);
  const { number, numberAtPlace } = reading;
  let found: number[] | undefined;
  let piece = 0;
  for (let index = 0; index < text.length; index++) {
    piece = ((piece << BITS) | (text.charCodeAt(index) & MASK)) & LAST_THREE;
    if (numberAtPlace[piece] === number) continue;
    numberAtPlace[piece] = number;
    if (isWatched[piece] === 1) (found ??= []).push(piece);
  }
  for (const place of found ?? []) {
    for (const watcher of watchers[place] ?? []) {
      if (!hasAll(watcher.places, reading)) continue;
      reading.numberOfPattern[watcher.pattern] = number;
      reading.numberOfPattern[watcher.group] = number;
    }
  }
}

function begin(text: string, reading: Reading): void {
  if (reading.numberOfPattern.length < patterns)
    reading.numberOfPattern = new Uint16Array(patterns);
  if (reading.number === 2 ** 16 - 1) {
    reading.numberAtPlace.fill(0);
    reading.numberOfPattern.fill(0);
    reading.number = 0;
  }
  reading.number += 1;
  reading.text = text;
}

function hasAll(places: Uint16Array, { number, numberAtPlace }: Reading): boolean {
  for (let index = 0; index < places.length; index++) {
    if (numberAtPlace[places[index] ?? 0] !== number) return false;
  }
  return true;
}

/** Tells whether a text that was watched for can stand in the text that `readText` read last. */
export function mayMatch(pattern: number): boolean {
  return current.numberOfPattern[pattern] === current.number;
}
