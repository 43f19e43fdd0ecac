import { list, NOTHING, Parameter, type Sql, sql, stacked, textOf } from './sql.js';

const WEBSITE = new Parameter('website', 'integer', 'website');
/** The text of a piece, with the names of its parameters. */
const shown = ({ pieces }: Sql) =>
  pieces.map((piece) => (piece instanceof Parameter ? `:${piece.name}` : piece)).join('');

describe('a piece of SQL', () => {
  it('has text, numbers, parameters and other pieces where they stand', () => {
    const inner = sql`id = ${WEBSITE}`;
    expect(shown(sql`SELECT ${'name'} FROM t WHERE ${inner} AND ${WEBSITE} > ${0}`)).toBe(
      'SELECT name FROM t WHERE id = :website AND :website > 0',
    );
  });

  it('indents the lines of a piece like the line in which it stands, at every depth', () => {
    const inner = sql`SELECT a
FROM t`;
    const middle = sql`FROM (
  ${inner}
) u`;
    expect(
      shown(sql`WITH x AS (
  SELECT *
  ${middle}
)`),
    ).toBe(`WITH x AS (
  SELECT *
  FROM (
    SELECT a
    FROM t
  ) u
)`);
  });

  it('indents behind text and parameters of the same line', () => {
    const inner = sql`(
  SELECT 1
)`;
    expect(shown(sql`  ${WEBSITE} = ANY ${inner} AND ${inner}`)).toBe(`  :website = ANY (
    SELECT 1
  ) AND (
    SELECT 1
  )`);
  });

  it('indents text with lines of its own, too, and no line behind it', () => {
    expect(
      shown(sql`  ${'a,\nb'}
c`),
    ).toBe('  a,\n  b\nc');
  });

  it('is nothing where nothing is put', () => {
    expect(shown(sql`a${NOTHING}b`)).toBe('ab');
    expect(textOf(NOTHING)).toBe('');
  });
});

describe('a list', () => {
  it('puts pieces one behind the other, with a separator between them', () => {
    expect(shown(list(['a', WEBSITE, sql`b = ${WEBSITE}`]))).toBe('a, :website, b = :website');
    expect(shown(list(['a', 'b'], ' '))).toBe('a b');
    expect(shown(list([]))).toBe('');
  });

  it('goes on in a new line when one is full, without a space at the end', () => {
    const words = Array.from({ length: 40 }, (_, at) => `column_${at}`);
    const lines = shown(list(words)).split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(101);
      expect(line).not.toMatch(/ $/);
    }
    expect(lines.slice(1).every((line) => line.startsWith('  column_'))).toBe(true);
    expect(lines.map((line) => line.trim()).join(' ')).toBe(words.join(', '));
  });

  it('keeps the lines of its pieces, and counts from the last one', () => {
    const long = `(\n${'x'.repeat(98)}\n)`;
    expect(shown(list([long, 'b', 'c']))).toBe(`${long}, b, c`);
  });
});

it('stacked pieces have the text between them, and not at the ends', () => {
  expect(shown(stacked(['a', sql`b = ${WEBSITE}`, 'c'], '\nUNION\n'))).toBe(
    'a\nUNION\nb = :website\nUNION\nc',
  );
  expect(shown(stacked([], '\nUNION\n'))).toBe('');
});
