import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClassifier } from '@app/classification';
import {
  addressNumbers,
  type AddressNumbers,
  addressText,
  canonicalAddress,
  storedAddress,
} from '@app/contracts';
import { compileLists } from './compile-lists.js';
import { parseList } from './parse-list.js';
import { collapse } from './prefixes.js';
import { BUNDLED_LISTS } from './snapshot.js';
import { type Claim, verdict } from './verdict.js';

/**
 * Lists as operators published them (`ip/`) and the log of a small site (`logs/`), where bots have
 * whole addresses and people have none. They may not be part of the project, so an environment
 * variable names their folder.
 */
const folder = process.env.BOTGAUGE_TEST_DATA;
const suite = folder === undefined ? describe.skip : describe;
const reason = folder === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';

const LISTS_FROM = Date.parse('2026-05-05');

const textOf = (address: AddressNumbers | null) =>
  address === null ? null : canonicalAddress(addressText(address));

function readClaims(): Claim[] {
  const { classify } = createClassifier({ cacheSize: 10_000 });
  const lines = readFileSync(join(folder ?? '', 'logs/entries-2024-2026.ndjson'), 'utf8');
  return lines.split('\n').flatMap((line) => {
    if (line === '') return [];
    const entry = JSON.parse(line) as { timestamp: string; ip?: string; user_agent?: string };
    const judged = classify(entry.user_agent ?? '');
    if (judged.kind === 'human') return [];
    const time = Date.parse(entry.timestamp);
    return [{ bot: judged.bot, address: addressNumbers(entry.ip ?? null), time }];
  });
}

suite(`the log of a small site${reason}`, () => {
  const lists = compileLists(BUNDLED_LISTS);
  /** As if all of them were fetched on one day. */
  const fresh = compileLists(
    BUNDLED_LISTS.map((list) => ({ ...list, fetchedAt: new Date(LISTS_FROM).toISOString() })),
  );
  let claims: Claim[];
  beforeAll(() => {
    claims = readClaims();
  });

  /** Counts claims by judgement, and those that are verified by bot. */
  function count(judged: Claim[], by = lists) {
    const cases: Record<string, number> = {};
    const bots: Record<string, number> = {};
    for (const claim of judged) {
      const { verification, reason: why } = verdict(claim, by);
      cases[`${verification}: ${why}`] = (cases[`${verification}: ${why}`] ?? 0) + 1;
      if (verification === 'verified') bots[claim.bot.slug] = (bots[claim.bot.slug] ?? 0) + 1;
    }
    return { cases, bots };
  }

  it('has nobody who is spoofed, because it is older than the lists', () => {
    expect(count(claims)).toEqual({
      cases: {
        'verified: in_list': 460,
        'unverifiable: no_list': 2398,
        'unverifiable: anybodys_program': 57,
        'unverifiable: list_incomplete': 10,
        'unverifiable: visit_too_old': 2,
      },
      bots: {
        ahrefsbot: 55,
        amazonbot: 6,
        applebot: 3,
        bingbot: 35,
        censysinspect: 116,
        'chatgpt-user': 1,
        claudebot: 20,
        facebookexternalhit: 19,
        googlebot: 115,
        'googlebot-image': 10,
        googleother: 1,
        gptbot: 19,
        'meta-externalagent': 22,
        'oai-searchbot': 19,
        semrushbot: 15,
        yandexbot: 2,
        yandexfavicons: 2,
      },
    });
  });

  it('would have the two false Googlebots, if it were as old as the lists', () => {
    const then = claims.map((claim) => ({ ...claim, time: LISTS_FROM }));
    expect(count(then, fresh).cases).toMatchObject({ 'verified: in_list': 460 });
    const spoofed = then.filter((claim) => verdict(claim, fresh).verification === 'spoofed');
    expect(spoofed.map(({ bot, address }) => [bot.slug, textOf(address)])).toEqual([
      ['googlebot-image', '52.221.192.57'],
      ['googlebot-image', '196.251.85.74'],
    ]);
  });

  it('has nobody who is spoofed, whenever it was, with addresses that are masked', () => {
    const masked = claims.map((claim) => ({
      ...claim,
      address: addressNumbers(storedAddress(textOf(claim.address), 'truncated')),
      time: LISTS_FROM,
    }));
    const { cases } = count(masked, fresh);
    expect(cases['unverifiable: masked_address']).toBe(34);
    expect(Object.keys(cases).filter((one) => one.startsWith('spoofed'))).toEqual([]);
  });
});

suite(`lists as they were published${reason}`, () => {
  const read = (file: string, format: 'prefixes' | 'text') => {
    const parsed = parseList(readFileSync(join(folder ?? '', file), 'utf8'), format);
    return 'prefixes' in parsed ? collapse(parsed.prefixes) : parsed.fault;
  };
  const bundled = (id: string) => BUNDLED_LISTS.find((list) => list.id === id);

  it('are bundled, collapsed, unless newer ones are known', () => {
    const files = readdirSync(join(folder ?? '', 'ip')).filter((file) => file.endsWith('.json'));
    expect(files).toHaveLength(34);
    const ids = files.map((file) => file.slice(0, -'.json'.length));
    const kept = ids.filter((id) => bundled(id)?.fetchedAt === '2026-05-05');
    expect(kept.length).toBeGreaterThan(10);
    for (const id of ids) expect(bundled(id)!.fetchedAt >= '2026-05-05').toBe(true);
    for (const id of kept)
      expect({ id, prefixes: bundled(id)?.prefixes }).toEqual({
        id,
        prefixes: read(`ip/${id}.json`, 'prefixes'),
      });
  });

  it.each([
    ['applebot', 'gb-applebot'],
    ['bingbot', 'la-bing'],
    ['ccbot', 'gb-commoncrawlbot'],
    ['duckassistbot', 'la-duckassistbot'],
    ['duckduckbot', 'la-duckduckbot'],
    ['googlebot', 'la-googlebot'],
    ['googlebot', 'gb-googlebot'],
    ['stripewebhook', 'gb-stripewebhook'],
    ['telegrambot', 'la-telegram'],
    ['uptimerobot', 'gb-uptimerobot'],
    ['yandexbot', 'gb-yandex'],
  ])('%s is the one of August 2026, as %s has it', (id, file) => {
    expect(bundled(id)?.prefixes).toEqual(read(`ip-2026-08/${file}.txt`, 'text'));
  });
});
