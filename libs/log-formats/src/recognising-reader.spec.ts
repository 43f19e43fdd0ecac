import { createRecognisingReader } from './recognising-reader.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const COMBINED =
  '192.0.2.17 - - [20/Nov/2026:11:59:00 +0000] "GET /a HTTP/1.1" 200 5 "-" "GPTBot/1.2"';
const W3C = [
  '#Version: 1.0',
  '#Fields: date time cs-method cs-uri-stem sc-status c-ip cs(User-Agent)',
  '2026-11-20 11:59:00 GET /a 200 192.0.2.17 GPTBot/1.2',
];

function kinds(lines: string[]): string[] {
  const reader = createRecognisingReader({ now: NOW, host: '' });
  return lines
    .flatMap((line) => reader.readLine(line))
    .map((result) => (result.kind === 'entry' ? result.kind : result.reason));
}

it('reads all lines in the format of the first one that can be read', () => {
  const caddyLike = '{"request":{"uri":"/"}}';
  expect(kinds(['hello', '', COMBINED, caddyLike, COMBINED])).toEqual([
    'unknown_shape',
    'blank',
    'entry',
    'unknown_shape',
    'entry',
  ]);
});

it('remembers the directives that came before', () => {
  expect(kinds(W3C)).toEqual(['comment', 'comment', 'entry']);
});

it('tries no more formats after a mebibyte that is none', () => {
  const noise = 'x'.repeat(600 * 1024);
  expect(kinds([noise, COMBINED]).at(-1)).toBe('entry');
  expect(kinds([noise, noise, COMBINED]).at(-1)).toBe('unknown_shape');
});

it('counts the directives that every try reads again', () => {
  const directive = `#Remark: ${'x'.repeat(8_000)}`;
  const directives = Array.from({ length: 20 }, () => directive);
  expect(kinds([...directives, ...Array<string>(5).fill('hello'), COMBINED]).at(-1)).toBe('entry');
  expect(kinds([...directives, ...Array<string>(9).fill('hello'), COMBINED]).at(-1)).toBe(
    'unknown_shape',
  );
});

it('keeps no directive that is longer than any list of columns', () => {
  const [version = '', fields = '', row = ''] = W3C;
  expect(kinds([version, `${fields}${' '.repeat(8_192)}`, row]).at(-1)).toBe('unknown_shape');
});

it('tries no more formats after a hundred lines that are none', () => {
  const noise = Array.from({ length: 100 }, () => 'hello');
  expect(kinds([...noise.slice(1), COMBINED]).at(-1)).toBe('entry');
  expect(kinds([...noise, COMBINED]).at(-1)).toBe('unknown_shape');
});
