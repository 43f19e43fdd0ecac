import { toCsv } from './answer.js';

const cellOf = (path: string) => toCsv({ columns: ['path'], rows: [{ path }] }, false);

describe('a report as CSV', () => {
  it.each([
    ['=1+1', "'=1+1\r\n"],
    ['+1+1', "'+1+1\r\n"],
    ['-1+1', "'-1+1\r\n"],
    ['@SUM(1,1)', '"\'@SUM(1,1)"\r\n'],
    ['=HYPERLINK("https://evil.example")', '"\'=HYPERLINK(""https://evil.example"")"\r\n'],
  ])('lets no spreadsheet run %j as a formula', (path, cell) => {
    expect(cellOf(path)).toBe(cell);
  });

  it('leaves other texts as they are, and quotes what needs it', () => {
    expect(cellOf('/a=b')).toBe('/a=b\r\n');
    expect(cellOf('/a,"b"')).toBe('"/a,""b"""\r\n');
  });

  it('has the names of the columns in its first line', () => {
    expect(toCsv({ columns: ['path', 'visits'], rows: [{ path: '/', visits: 3 }] })).toBe(
      'path,visits\r\n/,3\r\n',
    );
  });
});
