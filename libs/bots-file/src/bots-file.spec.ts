import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOT_REGISTRY, createClassifier } from '@app/classification';
import { ConfigError } from '@app/config';
import { checkRows } from '@app/testing';
import { faultText, FIRST_ADDED_ID } from './bots-file.js';
import { checkExamples } from './check-examples.js';
import { loadBotsFile, readBotsFile } from './load-bots-file.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'botgauge-bots-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function aFile(content: unknown, name = 'bots.json'): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const ROW = {
  id: 100_000,
  name: 'House crawler',
  provider: 'Example Ltd',
  category: 'ai_search',
  tokens: ['HouseCrawler'],
  examples: ['HouseCrawler/1.0'],
};
const without = (field: keyof typeof ROW) => ({ ...ROW, [field]: undefined });

async function faultsOf(content: unknown): Promise<string[]> {
  const read = await readBotsFile(aFile(content));
  return read.kind === 'faults' ? read.faults.map(faultText) : [];
}

async function fileOf(content: unknown) {
  const read = await readBotsFile(aFile(content));
  if (read.kind === 'faults') throw new Error(read.faults.map(faultText).join('\n'));
  return read.file;
}

const gptbot = BOT_REGISTRY.find(({ slug }) => slug === 'gptbot');
const GPTBOT_ID = gptbot?.id ?? 0;

describe('a good file', () => {
  it('adds rows and changes rows, and leaves all others as they are', async () => {
    const file = await fileOf([ROW, { id: GPTBOT_ID, category: 'seo', provider: 'Renamed' }]);
    expect(file.added).toEqual([{ ...ROW, slug: 'house-crawler', documentation: null }]);
    expect(file.changed).toEqual([{ ...gptbot, category: 'seo', provider: 'Renamed' }]);
    expect(file.registry).toHaveLength(BOT_REGISTRY.length + 1);
    const same = file.registry.filter((row) => BOT_REGISTRY.includes(row));
    expect(same).toHaveLength(BOT_REGISTRY.length - 1);
    const { classify } = createClassifier({ cacheSize: 1, registry: file.registry });
    expect(classify('HouseCrawler/1.0')).toMatchObject({ kind: 'ai_bot', bot: { id: 100_000 } });
    expect(classify('GPTBot/1.2')).toMatchObject({ kind: 'bot', bot: { category: 'seo' } });
    expect(classify('ClaudeBot/1.0')).toMatchObject({ bot: { name: 'ClaudeBot' } });
  });

  it('has the digest of its bytes, as sha256sum prints it', async () => {
    const text = JSON.stringify([ROW]);
    const digest = createHash('sha256').update(text).digest('hex');
    expect((await fileOf(text)).digest).toBe(digest);
  });

  it('may have all that a row of the registry has, in any of these forms', () =>
    checkRows(
      [
        [],
        [{ ...ROW, slug: 'own', documentation: null, robotsTxt: 'obeys', startsAgent: true }],
        [{ ...ROW, documentation: 'http://crawler.example/', unless: ['Phone'] }],
        [{ ...ROW, addressRanges: 'https://crawler.example/ip.json' }],
        [{ ...ROW, tokens: [], signatureAgents: ['crawler.example'], examples: ['Mozilla/5.0'] }],
        [{ ...ROW, name: 'Хаус', tokens: ['house crawler (v'] }],
        [{ ...ROW, id: 199_999 }],
        [{ id: GPTBOT_ID, slug: 'gptbot', tokens: ['GPTBot', 'GPTBot-Image'] }],
        `\uFEFF${JSON.stringify([ROW])}`,
      ],
      async (content) => expect(await faultsOf(content)).toEqual([]),
    ));

  it('makes a slug of a name without letters of ASCII', async () => {
    const { added } = await fileOf([{ ...ROW, name: 'Хаус' }]);
    expect(added).toMatchObject([{ slug: 'bot-100000' }]);
  });

  it('is read through a link, and up to 5,000 rows', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => ({
      ...ROW,
      id: FIRST_ADDED_ID + i,
      name: `House ${i}`,
      tokens: [`house${i}crawler`],
    }));
    const link = join(folder, 'link.json');
    symlinkSync(aFile(rows, 'many.json'), link);
    expect((await loadBotsFile(link))?.added).toHaveLength(5_000);
    expect(await faultsOf([...rows, ROW])).toEqual([
      'the file has 5001 rows: it may have at most 5000',
    ]);
  });

  it('is refused when an octet is none of UTF-8, which would change a name', async () => {
    const path = aFile([ROW], 'octet.json');
    const octets = readFileSync(path);
    octets[octets.indexOf('House')] = 0xc8;
    writeFileSync(path, octets);
    await expect(loadBotsFile(path)).rejects.toThrow(/damaged.*UTF-8/);
  });

  it('is none without the setting', async () => {
    expect(await loadBotsFile(undefined)).toBeUndefined();
  });
});

const OF_ROW = 'row 1 (House crawler)';

describe('a bad file', () => {
  it('is refused with row, field and what to do', () =>
    checkRows<[unknown, ...(string | RegExp)[]]>(
      [
        ['{', /^the file is not JSON: /],
        [{}, 'the file must be a list of rows: [{"id": 100000, "name": …}, …]'],
        [[7], 'row 1: must be an object: {"id": 100000, "name": …}'],
        [[{ ...ROW, id: '100000' }], `${OF_ROW}, id: must be a whole number`],
        [[{ ...ROW, id: 99_999 }], /^row 1 \(House crawler\), id: must be from 100000 to 199999 /],
        [[{ ...ROW, id: 200_000 }], /^row 1 \(House crawler\), id: must be from 100000 to 199999 /],
        [[{ id: 1, name: 'x' }], /^row 1 \(x\), id: must be another one: Unidentified bot /],
        [[{ id: 0, name: 'x' }], /no row 0 to change$/],
        [[without('name')], /^row 1 \(100000\), name: is needed /],
        [[without('provider')], /, provider: is needed /],
        [[without('category')], /, category: is needed /],
        [[without('tokens')], /, tokens: is needed /],
        [[without('examples')], /, examples: is needed /],
        [[{ ...ROW, tokens: [] }], /, tokens: is needed /],
        [[{ ...ROW, tokenz: ['a'] }], /^row 1 \(House crawler\), tokenz: is no field of a row: /],
        [[{ ...ROW, name: '=1+1' }], /, name: must start with a letter or a digit/],
        [[{ ...ROW, name: 'a\nb' }], /, name: must start with a letter or a digit/],
        [[{ ...ROW, name: 'a\u202eb' }], /, name: must start with a letter or a digit/],
        [[{ ...ROW, name: 'a'.repeat(81) }], /, name: must have at most 80 characters$/],
        [[{ ...ROW, category: 'human' }], /, category: must be one of ai_search, /],
        [[{ ...ROW, tokens: ['House.*'] }], /, tokens\[0\]: looks like a pattern: /],
        [[{ ...ROW, tokens: ['House[0-9]'] }], /, tokens\[0\]: looks like a pattern: /],
        [[{ ...ROW, tokens: ['HouseCrawler', 'ab'] }], /, tokens\[1\]: must have at least 3 /],
        [[{ ...ROW, tokens: ['2026'] }], /, tokens\[0\]: must have a letter/],
        [[{ ...ROW, tokens: [' house'] }], /, tokens\[0\]: must start with a letter /],
        [[{ ...ROW, tokens: ['maison é'] }], /, tokens\[0\]: must start with a letter /],
        [[{ ...ROW, tokens: 'House' }], `${OF_ROW}, tokens: must be a list: […]`],
        [
          [{ ...ROW, documentation: 'javascript:alert(1)' }],
          /, documentation: must be an address /,
        ],
        [[{ ...ROW, documentation: 'ftp://a.example' }], /, documentation: must be an address /],
        [[{ ...ROW, documentation: 'https://a:b@c.example' }], /, documentation: must be an addr/],
        [[{ ...ROW, addressRanges: '/ip.json' }], /, addressRanges: must be an address /],
        [[{ ...ROW, signatureAgents: ['A.example/x'] }], /, signatureAgents\[0\]: must be a host /],
        [[{ ...ROW, startsAgent: false }], /, startsAgent: must be true, or be left out$/],
        [[{ id: GPTBOT_ID, slug: 'x' }], /, slug: must be left out: that of GPTBot is gptbot$/],
        [[{ id: GPTBOT_ID, tokens: [] }], /, tokens: must have an item/],
        // All faults are told, not the first.
        [[7, { ...ROW, category: 1, name: 1 }], /^row 1: /, /, name: /, /, category: /],
      ],
      async ([content, ...expected]) => {
        expect(await faultsOf(content)).toEqual(
          expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
        );
      },
      ([content]) => JSON.stringify(content),
    ));

  it('is refused with every clash', () => {
    const other = { ...ROW, id: 100_001, name: 'Other', tokens: ['OtherCrawler'] };
    const taken = `change that row, with "id": ${GPTBOT_ID}, or take another one`;
    return checkRows<[unknown, ...(string | RegExp)[]]>(
      [
        [[ROW, { ...other, id: ROW.id }], /^row 2 \(Other\), id: 100000 is that of row 1, too/],
        [
          [{ ...ROW, name: 'GPTbot', slug: 'x' }],
          `row 1 (GPTbot), name: "gptbot" is that of GPTBot in the registry: ${taken}`,
        ],
        [
          [{ ...ROW, slug: 'gptbot' }],
          `${OF_ROW}, slug: "gptbot" is that of GPTBot in the registry: ${taken}`,
        ],
        [
          [{ ...ROW, tokens: ['gptBOT'] }],
          `${OF_ROW}, tokens: "gptbot" is that of GPTBot in the registry: ${taken}`,
        ],
        [
          [{ ...ROW, signatureAgents: ['chatgpt.com'] }],
          /, signatureAgents: "chatgpt.com" is that of ChatGPT agent in the registry/,
        ],
        [
          [ROW, { ...other, tokens: ['HOUSECRAWLER'] }],
          'row 2 (Other), tokens: "housecrawler" is that of row 1 (House crawler)',
        ],
        [[{ ...ROW, tokens: ['a1b', 'A1B'] }], /, tokens: "a1b" is that of row 1 /],
        [
          [{ ...ROW, tokens: ['Chrome/143'] }],
          /, tokens: the name "Chrome\/143" is in user agents/,
        ],
        [[{ ...ROW, tokens: ['Firefox'] }], /, tokens: the name "Firefox" is in user agents/],
      ],
      async ([content, ...expected]) => {
        expect(await faultsOf(content)).toEqual(
          expected.map((one) => (typeof one === 'string' ? one : expect.stringMatching(one))),
        );
      },
      ([content]) => JSON.stringify(content),
    );
  });

  it('is not read when it is too large, missing or no file', async () => {
    expect(await faultsOf(`[${' '.repeat(1024 * 1024 - 2)}]`)).toEqual([]);
    expect(await faultsOf(`[${' '.repeat(1024 * 1024 - 1)}]`)).toEqual([
      'the file is too large: it may have at most 1 MiB',
    ]);
    const faults = async (path: string) => {
      const read = await readBotsFile(path);
      return read.kind === 'faults' ? read.faults.map(faultText) : [];
    };
    expect(await faults(join(folder, 'nowhere.json'))).toEqual([
      "the file cannot be read (ENOENT): check the path and the rights of the process's user",
    ]);
    expect(await faults(folder)).toEqual(['is no file: give the path of a JSON file']);
  });

  it('ends a start with the faults, at most twenty of them', async () => {
    const path = aFile(Array.from({ length: 25 }, () => 7));
    const error: unknown = await loadBotsFile(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    const { faults } = error as ConfigError;
    expect(faults).toHaveLength(21);
    expect(faults[0]).toBe(
      `BOTS_FILE ${path}: row 1: must be an object: {"id": 100000, "name": …}`,
    );
    expect(faults[20]).toContain('and 5 more: see them all with the command `registry check`');
  });
});

describe('the examples of a file', () => {
  it('are told when they do not lead to their row', async () => {
    const file = await fileOf([
      { ...ROW, examples: ['HouseCrawler/1.0', 'GPTBot HouseCrawlers', 'Opera/9.80'] },
      { ...ROW, id: 100_001, name: 'Signed', tokens: [], signatureAgents: ['signed.example'] },
    ]);
    expect(checkExamples(file)).toEqual({
      examples: 4,
      wrong: [
        {
          bot: 'House crawler',
          example: 'GPTBot HouseCrawlers',
          found: 'GPTBot',
          reason: 'the name "GPTBot"',
        },
        expect.objectContaining({ example: 'Opera/9.80' }),
        expect.objectContaining({ bot: 'Signed', found: 'House crawler' }),
      ],
    });
  });
});
