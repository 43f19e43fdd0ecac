import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UAParser } from 'ua-parser-js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { readClient, type ReadClient } from './client-patterns.js';

function readWithAll(userAgent: string): ReadClient {
  const parser = new UAParser(userAgent);
  return {
    browser: parser.getBrowser().name ?? null,
    os: parser.getOS().name ?? null,
    deviceType: parser.getDevice().type ?? null,
  };
}

function differences(userAgents: readonly string[]) {
  return userAgents
    .map((userAgent) => ({ userAgent, quick: readClient(userAgent), all: readWithAll(userAgent) }))
    .filter(({ quick, all }) => JSON.stringify(quick) !== JSON.stringify(all));
}

describe('reading a client with the patterns that can match', () => {
  it('reads what ua-parser-js reads with all patterns', () => {
    const agents = [
      'Mozilla/5.0 (Linux; Android 13; SM-T500) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
      'Mozilla/5.0 (PlayStation 4 1.52) AppleWebKit/536.26 (KHTML, like Gecko)',
      'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/538.2 (KHTML, like Gecko) Large Screen Safari/538.2',
      'Opera/9.80 (X11; Linux x86_64; Edition Next) Presto/2.12.378 Version/12.50',
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/102.0.0.0 Safari/537.36 Tesla/x',
      ...BOT_REGISTRY.flatMap(({ examples }) => examples),
    ];
    expect(readClient(agents[0] ?? '').deviceType).toBe('tablet');
    expect(differences(agents)).toEqual([]);
  });

  it('finds no telephone in the name of a computer or a company', () => {
    const company =
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/602.1.1 (KHTML, like Gecko) Version/9.0 Safari/602.1.1 [FBAN/FBW;FBMD/HP Laptop 15;FBSN/Windows]';
    expect(readWithAll(company).deviceType).toBe('mobile');
    expect(readClient(company)).toEqual({
      ...{ browser: 'Safari', os: 'Windows', deviceType: null },
    });
  });

  const folder = process.env.BOTGAUGE_TEST_DATA;
  const labelled = folder === undefined ? it.skip : it;
  const skipped = folder === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';
  labelled(
    `differs on real people only where all patterns find a telephone in Windows${skipped}`,
    () => {
      const lines = readFileSync(join(folder ?? '', 'ua', 'tuning-humans.ndjson'), 'utf8').split(
        '\n',
      );
      const people = lines.filter(Boolean).map((line) => (JSON.parse(line) as { ua: string }).ua);
      const different = differences(people);
      expect(different.length).toBeLessThan(people.length / 1_000);
      for (const { quick, all } of different) {
        expect([quick.browser, quick.os, quick.deviceType]).toEqual([all.browser, 'Windows', null]);
        expect(all.deviceType).toBe('mobile');
      }
    },
  );
});
