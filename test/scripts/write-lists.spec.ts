import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// `npm run lists` in a separate folder, with the lists of the built library and a small snapshot.

const ROOT = path.join(import.meta.dirname, '../..');
const LIBRARY = 'dist/libs/verification/src/index.js';
const SNAPSHOT = 'libs/verification/src/snapshot.json';
const BEFORE = [
  { id: 'gptbot', fetchedAt: '2026-01-02', prefixes: ['192.0.2.0/25', '2001:db8::/32'] },
  { id: 'pingdombot', fetchedAt: '2026-01-02', prefixes: ['198.51.100.0/24'] },
  { id: 'semrush', fetchedAt: '2026-01-02', prefixes: ['203.0.113.0/24'] },
];

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lists '));
  fs.cpSync(path.join(ROOT, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  for (const name of ['dist', 'node_modules', '.prettierrc.json']) {
    fs.symlinkSync(path.join(ROOT, name), path.join(folder, name));
  }
  write(SNAPSHOT, JSON.stringify(BEFORE));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function write(file: string, text: string): void {
  const place = path.join(folder, file);
  fs.mkdirSync(path.dirname(place), { recursive: true });
  fs.writeFileSync(place, text);
}

function lists(args: string[], preload: string[] = []) {
  const env = { ...process.env, INIT_CWD: undefined };
  const all = [...preload, 'scripts/write-lists.mjs', ...args];
  return spawnSync(process.execPath, all, { cwd: folder, encoding: 'utf8', env });
}

const snapshotText = () => fs.readFileSync(path.join(folder, SNAPSHOT), 'utf8');
const snapshot = () => JSON.parse(snapshotText()) as typeof BEFORE;

const jsonOf = (...prefixes: string[]) =>
  JSON.stringify({
    prefixes: prefixes.map((prefix) => ({
      [prefix.includes(':') ? 'ipv6Prefix' : 'ipv4Prefix']: prefix,
    })),
  });

describe('from a folder', () => {
  it('takes what is there, in few prefixes, and keeps the rest', () => {
    write('some lists/gptbot.txt', '192.0.2.0/25\n192.0.2.128/25\n2001:db8::/32\n');
    write('some lists/semrush.json', jsonOf('203.0.113.0/25'));
    write('some lists/perplexitybot.json', jsonOf('198.51.100.128/26'));
    const { status, stdout } = lists(['some lists', '--fetched', '2026-02-03']);
    expect(status).toBe(0);
    expect(snapshot().sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: 'gptbot', fetchedAt: '2026-02-03', prefixes: ['192.0.2.0/24', '2001:db8::/32'] },
      { id: 'perplexitybot', fetchedAt: '2026-02-03', prefixes: ['198.51.100.128/26'] },
      BEFORE[1],
      { id: 'semrush', fetchedAt: '2026-02-03', prefixes: ['203.0.113.0/25'] },
    ]);
    expect(stdout).toContain('gptbot: 3 prefixes of 2026-02-03, collapsed to 2.\n');
    expect(stdout).toContain(
      'pingdombot: the folder has no file of it; the 1 prefixes of 2026-01-02 stay.\n',
    );
    expect(stdout).toMatch(/\n4 of \d+ lists, 5 prefixes\.\n$/);
    // As `npm run format` wants it.
    expect(snapshotText()).toMatch(/^\[\n {2}\{ "id": "gptbot", .*\n\]\n$/s);
  });

  it('refuses what cannot be read or looks wrong, and says so with its status', () => {
    write('gptbot.json', '{ "prefixes": [');
    write('pingdombot.txt', '0.0.0.0/0\n');
    write('semrush.txt', '203.0.113.0/24\n203.0.114.0/24\n');
    const { status, stdout } = lists(['.', '--fetched', '2026-02-03']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^gptbot: REFUSED, the 2 prefixes of 2026-01-02 stay\. \S/m);
    expect(stdout).toMatch(/^pingdombot: REFUSED, .*0\.0\.0\.0\/0 is wider/m);
    expect(snapshot().find(({ id }) => id === 'gptbot')).toEqual(BEFORE[0]);
    expect(snapshot().find(({ id }) => id === 'pingdombot')).toEqual(BEFORE[1]);
    expect(snapshot().find(({ id }) => id === 'semrush')?.fetchedAt).toBe('2026-02-03');
  });

  it.each([
    ['a folder without its day', ['scripts'], /^Usage: npm run lists/],
    ['a day without a folder', ['--fetched', '2026-02-03'], /^Usage: npm run lists/],
    ['a day that is none', ['scripts', '--fetched', '2026-2-3'], /^Usage: npm run lists/],
    ['a month that is none', ['scripts', '--fetched', '2026-13-03'], /^Usage: npm run lists/],
    ['no folder', ['nowhere', '--fetched', '2026-02-03'], /nowhere is no folder\. Usage/],
    ['a file', ['scripts/run.mjs', '--fetched', '2026-02-03'], /run\.mjs is no folder\. Usage/],
    ['an unknown option', ['--from', 'x'], /--from.* Usage: npm run lists/],
  ])('wants to know which folder and day: %s', (_, args, message) => {
    const { status, stderr } = lists(args);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
    expect(snapshotText()).toBe(JSON.stringify(BEFORE));
  });
});

describe('from the operators', () => {
  /** Answers in place of the network, by address: a text, or a status. */
  const answers = (table: Record<string, string | number>) => {
    write('answers.json', JSON.stringify(table));
    write(
      'network.mjs',
      `import { readFileSync } from 'node:fs';
      const table = JSON.parse(readFileSync('answers.json', 'utf8'));
      globalThis.fetch = async (address) => {
        const answer = table[address];
        if (answer === undefined) throw new TypeError('fetch failed', { cause: new Error('no network') });
        return typeof answer === 'number' ? new Response('', { status: answer }) : new Response(answer);
      };`,
    );
    return ['--import', './network.mjs'];
  };
  const today = () => new Date().toISOString().slice(0, 10);

  it('takes what they answer with the day of today, and keeps the rest', () => {
    const first = today();
    const network = answers({
      'https://openai.com/gptbot.json': jsonOf('192.0.2.0/24', '2001:db8::/32'),
      'https://my.pingdom.com/probes/ipv4': 503,
      'https://www.perplexity.ai/perplexitybot.json': 'x'.repeat(2 ** 20 + 1),
    });
    const { status, stdout } = lists([], network);
    expect(status).toBe(1);
    const [own, ...others] = snapshot();
    expect(own).toMatchObject({ id: 'gptbot', prefixes: ['192.0.2.0/24', '2001:db8::/32'] });
    expect([first, today()]).toContain(own?.fetchedAt);
    expect(others.sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([BEFORE[1], BEFORE[2]]);
    expect(stdout).toContain('semrush: it cannot be fetched; the 1 prefixes of 2026-01-02 stay.\n');
    expect(stdout).toMatch(
      /^pingdombot: REFUSED, .*pingdom\.com\/probes\/ipv4: It answers 503\.$/m,
    );
    expect(stdout).toMatch(/^perplexitybot: REFUSED, .*It is longer than 1048576 bytes\.$/m);
    expect(stdout).toMatch(/^oai-searchbot: REFUSED, .*cannot be fetched \(no network\)\.$/m);
  });
});

it('says what to do when nothing is built', () => {
  fs.unlinkSync(path.join(folder, 'dist'));
  expect(lists([])).toMatchObject({ status: 2, stderr: expect.stringContaining('npm run build') });
  expect(fs.existsSync(path.join(folder, LIBRARY))).toBe(false);
});
