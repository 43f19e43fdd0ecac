import { compose, valuesOf } from './compose.js';
import { list, NOTHING, Parameter, sql } from './sql.js';

const WEBSITE = new Parameter('website', 'integer', 'website');
const BOTS = new Parameter('bots', 'integer[]', 'bots or null');
const LIMIT = new Parameter('limit', 'bigint', 'limit or null');

/** The lines of a statement that are no comment. */
const bodyOf = ({ text }: { text: string }) => text.replaceAll(/^--.*\n/gm, '');
const headerOf = ({ text }: { text: string }) =>
  text.split('\n').filter((line) => line.startsWith('--'));

describe('the parameters of a statement', () => {
  it('are numbered in the order in which they come, with their types', () => {
    const statement = compose('a', 'About.', sql`${LIMIT} ${WEBSITE} ${BOTS}`);
    expect(bodyOf(statement)).toBe('$1::bigint $2::integer $3::integer[]\n');
    expect(statement.parameters).toEqual(['limit', 'website', 'bots']);
  });

  it('have one number, however often they stand in it', () => {
    const twice = sql`${BOTS} IS NULL OR bot_id = ANY (${BOTS})`;
    const statement = compose('a', 'About.', sql`${WEBSITE} ${twice} ${LIMIT} ${twice}`);
    expect(bodyOf(statement)).toBe(
      '$1::integer $2::integer[] IS NULL OR bot_id = ANY ($2::integer[]) $3::bigint $2::integer[] IS NULL OR bot_id = ANY ($2::integer[])\n',
    );
    expect(statement.parameters).toEqual(['website', 'bots', 'limit']);
  });

  it('have the numbers 10 and more, too', () => {
    const many = Array.from({ length: 12 }, (_, at) => new Parameter(`p${at}`, 'text', 'text'));
    const statement = compose('a', 'About.', list(many, ' '));
    expect(bodyOf(statement).trim().split(/\s+/)).toEqual(many.map((_, at) => `$${at + 1}::text`));
  });

  it('begin with those that are named first, wherever they stand', () => {
    const statement = compose('a', 'About.', sql`${LIMIT} ${WEBSITE}`, [WEBSITE, BOTS]);
    expect(bodyOf(statement)).toBe('$3::bigint $1::integer\n');
    expect(statement.parameters).toEqual(['website', 'bots', 'limit']);
  });
});

describe('the values of a statement', () => {
  const statement = compose('reports/a', 'About.', sql`${LIMIT} ${WEBSITE}`, [WEBSITE]);

  it('are in the order of its parameters', () => {
    expect(valuesOf(statement, { limit: 10, website: 3 })).toEqual([3, 10]);
    expect(valuesOf(statement, { limit: null, website: 0 })).toEqual([0, null]);
  });

  it('are an error when one is missing, which names the statement and the parameter', () => {
    const values = { website: 3 } as { website: number; limit: number };
    expect(() => valuesOf(statement, values)).toThrow('reports/a needs a value for limit');
    expect(() => valuesOf(statement, { ...values, limit: undefined })).toThrow('limit');
  });

  it('are those of its parameters only: one caller gives several statements the same', () => {
    expect(valuesOf(statement, { limit: 10, website: 3, bots: [1] } as never)).toEqual([3, 10]);
  });

  it('are none of a statement without parameters', () => {
    expect(valuesOf(compose('a', 'About.', sql`SELECT 1`), {})).toEqual([]);
  });
});

describe('the text of a statement', () => {
  it('has a header with what it is for and what its parameters are', () => {
    expect(compose('a', 'Counts of a website.', sql`SELECT ${WEBSITE}, ${LIMIT}`).text).toBe(
      '-- Counts of a website.\n-- Written by npm run statements.\n-- $1 website, $2 limit or null\nSELECT $1::integer, $2::bigint\n',
    );
    expect(compose('a', 'One.', sql`SELECT 1`).text).toBe(
      '-- One.\n-- Written by npm run statements.\nSELECT 1\n',
    );
  });

  it('has a line of the header for each paragraph', () => {
    expect(headerOf(compose('a', 'One.\nTwo.', sql`SELECT 1`)).slice(0, 2)).toEqual([
      '-- One.',
      '-- Two.',
    ]);
  });

  it('has lines of at most 100 columns in its header, which lose nothing', () => {
    // Words of every length, so that some lines end exactly at the border.
    const words = Array.from({ length: 300 }, (_, at) => 'x'.repeat(1 + ((at * 7) % 13)));
    const meanings = Array.from({ length: 40 }, (_, at) => 'word '.repeat(1 + (at % 5)).trim());
    const parameters = meanings.map((meaning, at) => new Parameter(`p${at}`, 'text', meaning));
    const header = headerOf(compose('a', words.join(' '), sql`SELECT 1`, parameters));
    expect(Math.max(...header.map((line) => line.length))).toBeLessThanOrEqual(100);
    const own = header.map((line) => line.slice('-- '.length));
    const written = own.indexOf('Written by npm run statements.');
    expect(own.slice(0, written).join(' ')).toBe(words.join(' '));
    expect(own.slice(written + 1).join(' ')).toBe(
      meanings.map((meaning, at) => `$${at + 1} ${meaning}`).join(', '),
    );
    for (const line of header) expect(line).not.toMatch(/ $/);
  });

  it('breaks no word that is longer than a line', () => {
    const word = 'x'.repeat(120);
    expect(headerOf(compose('a', `a ${word} b`, sql`SELECT 1`)).slice(0, 3)).toEqual([
      '-- a',
      `-- ${word}`,
      '-- b',
    ]);
  });

  it('has no line on which nothing stands, and no space at the end of one', () => {
    const statement = compose(
      'a',
      'About.',
      sql`SELECT 1,${NOTHING} 
  ${NOTHING}
FROM t

WHERE true`,
    );
    expect(bodyOf(statement)).toBe('SELECT 1,\nFROM t\nWHERE true\n');
  });
});
