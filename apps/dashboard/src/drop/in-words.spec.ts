import { faultInWords, fileInWords, notesOf, strangersInWords } from './in-words.js';
import type { Fault, FileProgress } from './protocol.js';

const progress = (change: Partial<FileProgress> = {}): FileProgress => ({
  ...{ before: 0, entries: 1_200, rejected: 3, skipped: {}, lines: 1_203, warnings: [] },
  ...{ span: undefined, format: 'Caddy JSON', fraction: 1, firstRejects: [], isUncertain: false },
  ...change,
});
const file = { name: 'a.log', isEnded: true };

it('says how far a file was imported', () => {
  expect(fileInWords({ name: 'a.log', isEnded: false })).toBe('its format is looked for');
  expect(fileInWords({ ...file, progress: progress() })).toBe(
    'Caddy JSON, 1,200 entries, 3 rejected',
  );
  const skipped = { subrequest: 4, validation: 1 };
  expect(fileInWords({ ...file, progress: progress({ skipped }) })).toContain('5 skipped');
  expect(fileInWords({ ...file, progress: progress({ format: undefined }) })).toContain(
    'no entries',
  );
  const fault = { kind: 'unknown_format', message: '' } as const;
  expect(fileInWords({ ...file, fault })).toBe('nothing was read');
});

it('says why a file was not read to its end, and what to do', () => {
  const words = (fault: Fault) => faultInWords(fault, 'a.log');
  const packed = { kind: 'packed', as: 'zip', isForCommand: false } as const;
  expect(words(packed)).toBe(
    'a.log is packed as zip, which browsers cannot unpack. Unpack it and drop the result.',
  );
  expect(words({ ...packed, isForCommand: true })).toContain('import it on the command line');
  expect(words({ kind: 'damaged' })).toMatch(/^a\.log cannot be unpacked: /);
  expect(words({ kind: 'unreadable' })).toMatch(/^The browser cannot read a\.log: /);
  expect(words({ kind: 'away', minutes: 5, reason: '' })).toContain(
    'nothing for 5 minutes (the service cannot be reached from this browser).',
  );
  expect(words({ kind: 'away', minutes: 5, reason: '429 wait' })).toContain('(429 wait).');
  expect(words({ kind: 'not_taken', status: 413, message: 'too large' })).toBe(
    'The service refused the entries (413): too large.',
  );
  expect(words({ kind: 'unexpected', message: 'out of memory' })).toBe('out of memory.');
  expect(words({ kind: 'cancelled' })).toBeUndefined();
});

it('says what is odd about a log, and nothing about others', () => {
  expect(notesOf(progress())).toEqual([]);
  const warnings = [{ warning: 'no_agent', text: '9 of 9 entries have no\u202e agent' } as const];
  expect(notesOf(progress({ warnings }))).toEqual(['9 of 9 entries have no\\u202e agent']);
  expect(notesOf(progress({ before: 1 }))[0]).toContain('1 line was imported');
  expect(notesOf(progress({ isUncertain: true }))[0]).toContain('may be counted twice');
});

it('names the hosts that are no website, and where their entries count', () => {
  const strangers = [
    { host: 'my-shop.example', entries: 2_000 },
    { host: 'x.test', entries: 1 },
  ];
  const at = { websites: [], moreWebsites: 0, strangers, moreStrangers: 12 };
  expect(strangersInWords(at, 'shop.example')).toEqual([
    '2,000 entries name my-shop.example, which is no website of yours: counted for shop.example.',
    '1 entry names x.test, which is no website of yours: counted for shop.example.',
    '12 more hosts are no websites of yours.',
    expect.stringContaining('Add a website in the settings'),
  ]);
  expect(strangersInWords({ ...at, strangers: [], moreStrangers: 0 }, '')).toEqual([]);
});
