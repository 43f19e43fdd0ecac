// Matches control characters (C0, DEL, C1), invisible characters, and characters that change the
// direction of a line.
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Makes foreign text safe to print on one line. A visitor can put escape sequences into a path. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

/** Does the same for text of several lines, and keeps their line feeds. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : '\ufffd'));
}

/**
 * Returns a value as JSON that is safe to print. Characters that could control a terminal are
 * escaped, so that nothing is lost.
 */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNPRINTABLE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns at most `width` characters, cut at the end. */
export function cutEnd(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

/** Returns at most `width` characters, cut in the middle, because both ends of a path matter. */
export function cutMiddle(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  const tail = width - 1 - head;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}

/** Breaks a text into lines of at most `width` characters between its words. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    const longer = `${line} ${word}`;
    if (line === undefined || widthOf(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Counts columns on the screen. Characters of double width are counted once. */
export const widthOf = (text: string): number => [...text].length;

/** Returns `1234567` as `1,234,567`. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Returns `a`, `a and b`, or `a, b and c`. */
export function listInWords(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Returns a share as `12.3 %`, or `–` when the whole is 0. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/**
 * Returns a bar of at most `width` characters, full at `most`. Anything above zero shows at least a
 * sliver.
 */
export function bar(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((value / most) * width * 8));
  const rest = eighths % 8;
  return '█'.repeat(Math.floor(eighths / 8)) + (rest ? (' ▏▎▍▌▋▊▉'[rest] ?? '') : '');
}
