import { loadConfig } from './load-config.js';

const read = (text: string) => loadConfig({ VERIFY_LISTS: text }).VERIFY_LISTS;

it('reads a word, and keeps lists current by default', () => {
  expect(loadConfig({}).VERIFY_LISTS).toBe('refresh');
  for (const word of ['bundled', 'refresh', 'off']) expect(read(word)).toBe(word);
});

it('takes a path for a folder when it cannot be a word', () => {
  for (const path of ['/var/lib/botgauge/lists', './lists', '../lists', '/refresh'])
    expect(read(path)).toEqual({ directory: path });
});

it('refuses what is neither, and says what to write', () => {
  for (const text of ['lists', 'Refresh', 'true', 'var/lists', '~/lists', 'https://a.example/'])
    expect(() => read(text)).toThrow(
      /VERIFY_LISTS must be refresh, bundled, off, or .*starts with \/ or \.\//,
    );
});
