/** A record whose text is longer is not shown. */
export const LONGEST_OUTLINED = 8_192;

const LONGEST_OUTLINE = 400;
/** Of a line without structure. A long query in it becomes short. */
const LONGEST_LINE = 4 * LONGEST_OUTLINE;
const LONGEST_VALUE = 40;
const MOST_ITEMS = 3;
const DEEPEST = 6;
/**
 * Fields that hold other fields whose names come from the sender too. What else holds fields, such
 * as parameters, headers or cookies, may have names that a visitor chose.
 */
const NAMED_PARENTS = new Set([
  ...['http', 'url', 'source', 'client', 'user_agent'],
  ...['req', 'res', 'properties', 'httpRequest'],
]);
/**
 * Matches a name that a sender or its configuration has given. A key, a token or an address as a
 * name has other characters, more digits, or is longer.
 */
const FIELD_NAME = /^(?!(?:bot|api)_)(?=[^\d]*(?:\d[^\d]*){0,3}$)[A-Za-z@_$][\w@.$-]{0,39}$/;

/**
 * Returns the start of a record as it may be stored and shown: its structure without any value. Of
 * values, every letter is `a` or `A` and every digit is `9`, and what follows a `?` is gone. So an
 * operator sees where a time, an address or a path stands and how it is written, and nobody sees
 * what it is: no address, no query string, no cookie, no key, whatever IP_STORAGE says.
 */
export function outlineOf(text: string): string {
  const value = parseObject(text);
  const masked = value === undefined ? maskText(cut(text, LONGEST_LINE)) : maskJson(value, true);
  return cut(masked, LONGEST_OUTLINE);
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `named` tells whether the names of fields are shown. */
function maskJson(value: unknown, named: boolean, level = 0): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return maskText(String(value));
  if (typeof value === 'string') return `"${maskText(cut(value, LONGEST_VALUE))}"`;
  const deeper = level + 1;
  if (Array.isArray(value)) {
    const items = firstOf(value, level).map((item) => maskJson(item, false, deeper));
    return `[${[...items, ...(items.length < value.length ? ['…'] : [])].join(',')}]`;
  }
  if (level === DEEPEST) return '{…}';
  let fields = '';
  for (const [name, field] of Object.entries(value as object)) {
    // What is behind the end of the outline is not worth the work.
    if (fields.length > LONGEST_OUTLINE) break;
    const shown = named && FIELD_NAME.test(name);
    const title = shown ? name : maskText(cut(name, LONGEST_VALUE));
    const masked = maskJson(field, level === 0 && NAMED_PARENTS.has(name), deeper);
    fields += `${fields === '' ? '' : ','}"${title}":${masked}`;
  }
  return `{${fields}}`;
}

function firstOf(list: unknown[], level: number): unknown[] {
  return list.slice(0, level === DEEPEST ? 0 : MOST_ITEMS);
}

/** Keeps the punctuation of ASCII and spaces only. */
function maskText(text: string): string {
  return text
    .replace(/\?[^\s"']*/g, '?…')
    .replace(/\p{Lu}/gu, 'A')
    .replace(/[\p{L}\p{M}]/gu, (letter) => (letter === 'A' ? 'A' : 'a'))
    .replace(/\p{N}/gu, '9')
    .replace(/[^\x20-\x7e…]/gu, '\ufffd');
}

function cut(text: string, length: number): string {
  const characters = [...text.slice(0, 2 * length + 2)];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
