import { Parameter, type Sql } from './sql.js';

/** A statement whose parameters have names. */
export interface Composed<Names extends string = string> {
  /** The name of its file in `sql/`, without the ending, and of the prepared statement. */
  name: string;
  text: string;
  /** The names of the parameters, in the order of their numbers. */
  parameters: readonly Names[];
}

const LONGEST_COMMENT = 100;

/**
 * Makes a statement of a piece of SQL. Its parameters are numbered in the order in which they come,
 * `first` before all others: statements about a website begin with it.
 *
 * @param about what the statement returns or does, in whole sentences; with an empty line, more of it
 */
export function compose<Names extends string>(
  name: string,
  about: string,
  body: Sql<Names>,
  first: readonly Parameter[] = [],
): Composed<Names> {
  const given = body.pieces.filter((piece) => piece instanceof Parameter);
  const parameters = [...new Map([...first, ...given].map((one) => [one.name, one])).values()];
  const numbers = new Map(parameters.map(({ name: own }, at) => [own, at + 1]));
  const text = body.pieces
    .map((piece) =>
      piece instanceof Parameter ? `$${numbers.get(piece.name)}::${piece.type}` : piece,
    )
    .join('');
  return {
    name,
    text: `${header(about, parameters)}${withoutEmptyLines(text)}\n`,
    parameters: parameters.map((one) => one.name as Names),
  };
}

/** Returns the values of a statement in the order of its parameters. */
export function valuesOf<Names extends string>(
  { name, parameters }: Composed<Names>,
  values: Readonly<Record<Names, unknown>>,
): unknown[] {
  return parameters.map((parameter) => {
    const value = values[parameter];
    if (value === undefined) throw new Error(`${name} needs a value for ${parameter}`);
    return value;
  });
}

/** A line on which nothing stands was left by a piece that a statement does not need. */
function withoutEmptyLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');
}

function header(about: string, parameters: readonly Parameter[]): string {
  const meanings = parameters.map(({ meaning }, at) => `$${at + 1} ${meaning}`);
  return [
    ...about.split('\n').map((paragraph) => comment(paragraph.split(' '), ' ')),
    '-- Written by npm run statements.\n',
    ...(meanings.length > 0 ? [comment(meanings, ', ')] : []),
  ].join('');
}

/** Returns words as a comment of SQL, on as many lines as they need. */
export function comment(words: readonly string[], separator: string): string {
  return wrapped(words, separator)
    .map((line) => `-- ${line}`.trimEnd() + '\n')
    .join('');
}

function wrapped(words: readonly string[], separator: string): string[] {
  const lines: string[] = [''];
  for (const word of words) {
    const line = lines.at(-1) as string;
    const next = line === '' ? word : `${line}${separator}${word}`;
    if (next.length + 4 <= LONGEST_COMMENT || line === '') lines[lines.length - 1] = next;
    else {
      lines[lines.length - 1] = line + separator.trimEnd();
      lines.push(word);
    }
  }
  return lines;
}
