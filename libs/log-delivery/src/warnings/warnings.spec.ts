import type { SentLogEntry } from '@app/contracts';
import type { LogFormatName } from '@app/log-formats';
import { EntrySigns } from './entry-signs.js';
import { warningsOf } from './warnings.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const CUT = 'like Gecko) Chrome/142.0.0.0 Safari/537.36';
const BOT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';

/** An entry of a log that has everything; each of its visitors has another address and agent. */
const entry = (change: Partial<SentLogEntry> = {}, visitor = 0): SentLogEntry => ({
  ...{ timestamp: NOW - 1_000, method: 'GET', host: '', path: '/', status_code: 200 },
  ...{ ip: `192.0.2.${visitor % 250}`, user_agent: `${FIREFOX} ${visitor % 9}` },
  ...{ referer: 'https://example.com/', ...change },
});

/** Some entries that have something in common. */
const some = (count: number, change: Partial<SentLogEntry> = {}): SentLogEntry[] =>
  Array.from({ length: count }, (_, visitor) => entry(change, visitor));

interface More {
  format?: LogFormatName;
  others?: Map<LogFormatName, number>;
}

function textsOf(entries: SentLogEntry[], { format = 'combined', others = new Map() }: More = {}) {
  const signs = new EntrySigns();
  // As batches bring them.
  for (let at = 0; at < entries.length; at += 70) {
    const batch = new EntrySigns();
    for (const one of entries.slice(at, at + 70)) batch.add(one, NOW);
    signs.addAll(batch);
  }
  return warningsOf({ signs, format, others });
}
const namesOf = (...args: Parameters<typeof textsOf>) =>
  textsOf(...args).map(({ warning }) => warning);

it('says nothing of a log that has everything, and of none', () => {
  expect(namesOf(some(3_000))).toEqual([]);
  expect(namesOf([])).toEqual([]);
});

describe('no user agent', () => {
  const without = { user_agent: '' };

  it('is said when nearly all have none, and not when some visitors send none', () => {
    expect(namesOf([...some(18, without), ...some(2)])).toEqual(['no_agent']);
    expect(namesOf([...some(17, without), ...some(3)])).toEqual([]);
    expect(textsOf([...some(1_080, without), ...some(120)])[0]?.text).toContain(
      '1,080 of 1,200 entries have no user agent: each counts as a bot without one.',
    );
  });

  it('is said of few entries only where the format has none', () => {
    expect(namesOf(some(19, without))).toEqual([]);
    expect(namesOf(some(1, without), { format: 'common' })).toEqual(['no_agent']);
  });
});

describe('no address', () => {
  it.each(['', 'unknown', 'crawl-66-249-66-1.googlebot.com', null])('is %j', (ip) => {
    const [warning, ...others] = textsOf([...some(1, { ip }), ...some(9)]);
    expect(warning?.warning).toBe('no_address');
    expect(warning?.text).toMatch(/^1 of 10 entries have no address: /);
    expect(others).toEqual([]);
    expect(namesOf(some(10))).toEqual([]);
  });

  it.each(['192.0.2.0', '2001:db8::beef', '203.0.113.7:443', '::1'])('is not %s', (ip) => {
    expect(namesOf(some(9, { ip }))).toEqual([]);
  });
});

describe('user agents that were cut at a comma', () => {
  it('are said when few are whole, with what to change', () => {
    expect(namesOf([...some(3, { user_agent: CUT }), ...some(500)])).toEqual(['cut_agents']);
    expect(namesOf([...some(2, { user_agent: CUT }), ...some(500)])).toEqual([]);
    const bots = some(5, {
      user_agent: 'like Gecko; compatible; GPTBot/1.2; +https://openai.com)',
    });
    expect(textsOf(bots)[0]?.text).toContain('capture req.fhdr(User-Agent)');
  });

  it('are not said of programs that send such a text themselves', () => {
    const whole = { user_agent: CHROME };
    const entries = [...some(60, { user_agent: CUT }), ...some(20, whole)];
    expect(namesOf(entries)).toEqual(['cut_agents']);
    expect(namesOf([...entries, entry(whole)])).toEqual([]);
  });
});

describe('one user agent for everybody', () => {
  const cdn = { user_agent: 'Amazon CloudFront' };

  it('is that of CloudFront in the log of an origin', () => {
    expect(namesOf([...some(9, cdn), ...some(1)])).toEqual(['one_agent']);
    expect(namesOf([...some(8, cdn), ...some(2)])).toEqual([]);
    expect(namesOf(some(4, cdn))).toEqual([]);
    expect(textsOf(some(200, cdn))).toEqual([
      { warning: 'one_agent', text: expect.stringContaining('the log of CloudFront') as string },
    ]);
  });

  it('is said of any other one when all of many entries have it', () => {
    const proxy = { user_agent: 'our-proxy/2' };
    expect(namesOf(some(100, proxy))).toEqual(['one_agent']);
    expect(namesOf(some(99, proxy))).toEqual([]);
    expect(namesOf([...some(200, proxy), ...some(1)])).toEqual([]);
  });

  it('is not said of one visitor, and not of a log that was filtered or is of a monitor', () => {
    expect(namesOf(some(200, { ip: '192.0.2.7', user_agent: FIREFOX }))).toEqual([]);
    for (const user_agent of [BOT, 'kube-probe/1.31', 'ELB-HealthChecker/2.0', 'GPTBot'])
      expect(namesOf(some(200, { user_agent }))).toEqual([]);
  });
});

describe('one address for everybody', () => {
  const one = { ip: '10.0.0.1' };

  it('is said when many have it, with different user agents', () => {
    expect(namesOf(some(100, one))).toEqual(['one_address']);
    expect(namesOf(some(99, one))).toEqual([]);
    expect(namesOf([...some(180, one), ...some(7)])).toEqual(['one_address']);
    expect(namesOf([...some(180, one), ...some(30)])).toEqual([]);
    expect(textsOf(some(100, one))[0]?.text).toContain(
      '100 of 100 entries come from the address 10.0.0.1',
    );
  });

  it('is not said of a household', () => {
    const agents = (count: number) =>
      Array.from({ length: 200 }, (_, at) =>
        entry({ ...one, user_agent: `${FIREFOX} ${at % count}` }),
      );
    expect(namesOf(agents(4))).toEqual([]);
    expect(namesOf(agents(5))).toEqual(['one_address']);
  });
});

describe('no referer', () => {
  const none = { referer: undefined };

  it('is said when many browsers sent none', () => {
    expect(namesOf(some(1_000, none))).toEqual(['no_referer']);
    expect(namesOf(some(999, none))).toEqual([]);
    expect(namesOf([...some(2_000, none), entry()])).toEqual([]);
  });

  it('is not said of a log of bots', () => {
    const bots = some(2_000, none).map((one, at) => ({
      ...one,
      user_agent: at % 2 ? BOT : 'curl/8',
    }));
    expect(namesOf(bots)).toEqual([]);
  });
});

describe('times that have not come yet', () => {
  const ahead = (minutes: number) => ({ timestamp: NOW + minutes * 60_000 });

  it('are said when there are some, and how far they are ahead', () => {
    expect(namesOf([...some(500), ...some(10, ahead(11))])).toEqual(['future']);
    expect(namesOf([...some(500), ...some(9, ahead(11))])).toEqual([]);
    expect(namesOf(some(500, ahead(10)))).toEqual([]);
    for (const [minutes, words] of [
      [11, '11 minutes'],
      [61, 'an hour'],
      [121, '2 hours'],
    ] as const)
      expect(textsOf(some(10, ahead(minutes)))[0]?.text).toContain(`by up to ${words}:`);
  });
});

it('says how many entries were of which format', () => {
  const others = new Map<LogFormatName, number>([['caddy', 30]]);
  expect(textsOf(some(150), { others })).toEqual([
    {
      warning: 'several_formats',
      text: 'Lines of several formats are in it, and all were read: 120 of Apache or nginx combined, 30 of Caddy JSON or console.',
    },
  ]);
});
