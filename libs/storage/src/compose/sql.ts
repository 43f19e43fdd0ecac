/** A value that a statement is given, under a name. */
export class Parameter<Name extends string = string> {
  /**
   * @param type of PostgreSQL, as in `integer[]`
   * @param meaning for the header of the statement
   */
  constructor(
    readonly name: Name,
    readonly type: string,
    readonly meaning: string,
  ) {}
}

/** A piece of SQL, with the parameters in it. `Names` are those that a value must be given for. */
export class Sql<Names extends string = string> {
  /** Lets the compiler tell pieces with different parameters apart. */
  declare readonly names: Names;

  constructor(readonly pieces: readonly (string | Parameter)[]) {}
}

/** What may stand in a piece: another one, a parameter, or text of SQL. */
type Part = Sql | Parameter | string | number;
type NamesIn<Value> =
  Value extends Sql<infer Names> ? Names : Value extends Parameter<infer Name> ? Name : never;

/**
 * A piece of SQL, of a template whose values are other pieces, parameters, or text that is SQL
 * itself: never what a user has sent. The lines of a value are indented like the line in which it
 * stands, and a line on which only empty values stand is left out.
 */
export function sql<const Values extends readonly Part[]>(
  texts: TemplateStringsArray,
  ...values: Values
): Sql<NamesIn<Values[number]>> {
  const pieces: (string | Parameter)[] = [];
  let line = '';
  const add = (piece: string | Parameter) => {
    pieces.push(piece);
    line = typeof piece === 'string' ? lastLine(line + piece) : `${line}$`;
  };
  texts.forEach((text, at) => {
    add(text);
    const value = values[at];
    if (value === undefined) return;
    const indent = /^ */.exec(line)?.[0] ?? '';
    for (const piece of piecesOf(value))
      add(typeof piece === 'string' ? piece.replaceAll('\n', `\n${indent}`) : piece);
  });
  return new Sql(pieces);
}

/** Nothing at all. */
export const NOTHING = new Sql<never>([]);

const LONGEST_LINE = 100;

/** Puts pieces one behind the other, on as many lines as they need. */
export function list<const Parts extends readonly Part[]>(
  parts: Parts,
  separator = ', ',
): Sql<NamesIn<Parts[number]>> {
  const pieces: (string | Parameter)[] = [];
  let line = '';
  parts.forEach((part, at) => {
    const own = piecesOf(part);
    const text = own.map((piece) => (typeof piece === 'string' ? piece : '$00')).join('');
    if (at > 0) {
      const isLong = line.length + separator.length + text.length > LONGEST_LINE;
      const between = isLong ? `${separator.trimEnd()}\n  ` : separator;
      pieces.push(between);
      line = isLong ? '  ' : line + between;
    }
    pieces.push(...own);
    line = lastLine(line + text);
  });
  return new Sql(pieces);
}

/** Puts pieces one below the other, with text between them that has lines of its own. */
export function stacked<const Parts extends readonly Part[]>(
  parts: Parts,
  between: string,
): Sql<NamesIn<Parts[number]>> {
  return new Sql(parts.flatMap((part, at) => [...(at > 0 ? [between] : []), ...piecesOf(part)]));
}

/** The text of a piece without parameters. */
export const textOf = ({ pieces }: Sql<never>): string => pieces.join('');

function piecesOf(part: Part): readonly (string | Parameter)[] {
  if (part instanceof Sql) return part.pieces;
  return [part instanceof Parameter ? part : String(part)];
}

const lastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1);
