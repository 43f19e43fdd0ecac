import { findInHeaderColumns } from './header-columns.js';

const encoded = (...lines: string[]) => lines.map((line) => `${line}%0A`).join('');
/** Headers that are exactly as long as the column can be, so that more may have followed. */
const CUT = encoded(`cookie:${'a'.repeat(790)}`);

const find = (headers: string | undefined, names: string | undefined) =>
  findInHeaderColumns(headers, names)('secFetchMode');

describe('a header in the columns of CloudFront', () => {
  it.each([
    ['has a value', encoded('host:a', 'sec-fetch-mode:navigate', 'b:c'), undefined, 'navigate'],
    ['has capitals', encoded('Sec-Fetch-Mode:navigate'), undefined, 'navigate'],
    ['has an encoded colon', 'sec-fetch-mode%3Anavigate%0a', undefined, 'navigate'],
    ['has encoded characters', encoded('sec-fetch-mode:%22a b%22'), undefined, '"a b"'],
    ['is empty', encoded('sec-fetch-mode:'), undefined, ''],
    ['is there and the rest was cut', `${encoded('sec-fetch-mode:cors')}b:`, undefined, 'cors'],
    ['was cut in its value', `${encoded('host:a')}sec-fetch-mode:nav`, undefined, undefined],
    ['was cut, and its name is known', CUT, encoded('cookie', 'Sec-Fetch-Mode'), undefined],
    ['was cut or not sent', CUT, undefined, undefined],
    ['was not sent: all headers are there', encoded('host:a'), undefined, ''],
    ['was not sent: all names are there', CUT, encoded('cookie'), ''],
    ['was not sent: only names are logged', undefined, encoded('host', 'x-sec-fetch-mode'), ''],
    ['is in the value of another', encoded('a:sec-fetch-mode:navigate'), undefined, ''],
    ['is the end of another', encoded('x-sec-fetch-mode:navigate'), undefined, ''],
    ['was cut or not sent, names too', CUT, 'cookie%0Asec-f', undefined],
    ['is unknown: both columns are empty', '-', '-', undefined],
    ['is unknown: there are no columns', undefined, undefined, undefined],
  ])('%s', (_, headers, names, value) => {
    expect(CUT).toHaveLength(800);
    expect(find(headers, names)).toBe(value);
  });
});
