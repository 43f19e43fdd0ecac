// Control characters (C0, DEL, C1), characters that are not seen, and those that turn the direction of
// a line around.
const UNPRINTABLE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text of somebody else on one line, safe to print: a visitor can put escape sequences into a path. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

/** The same for text of several lines: their line feeds stay. */
export function printableLines(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : '\ufffd'));
}

/** A value as JSON, safe to print: what could steer a terminal is escaped, so that nothing is lost. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(UNPRINTABLE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** At most `width` characters, cut at the end. */
export function cutEnd(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

/** At most `width` characters, cut in the middle: both ends of a path tell something. */
export function cutMiddle(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  const head = Math.ceil((width - 1) / 2);
  const tail = width - 1 - head;
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - tail).join('')}`;
}

/** Columns on the screen; characters of double width are not told apart. */
export const widthOf = (text: string): number => [...text].length;

/** `1234567` as `1,234,567`. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Share of a whole as `12.3 %`; `–` of nothing. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** A bar whose full `width` is `most`; anything above zero shows at least a sliver. */
export function bar(value: number, most: number, width: number): string {
  if (value <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((value / most) * width * 8));
  const rest = eighths % 8;
  return '█'.repeat(Math.floor(eighths / 8)) + (rest ? (' ▏▎▍▌▋▊▉'[rest] ?? '') : '');
}
