import { BOT_CATEGORIES, isAiCategory, signatureAgentHost } from '@app/contracts';
import { checkRows } from '@app/testing';
import { classify } from '../classify.js';
import { compileTokenScan } from '../token-scan.js';
import type { RegisteredBot } from './registered-bot.js';
import { BOT_REGISTRY, HUMAN_BOT_ID, REGISTRY_VERSION } from './bot-registry.js';
import { UNDECLARED_AUTOMATION, VULNERABILITY_SCANNER } from './special-bots.js';

function repeated(values: readonly (string | number)[]): (string | number)[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

const examples = BOT_REGISTRY.flatMap((row) => row.examples.map((example) => ({ row, example })));

/** Organisations and projects whose name is written like a domain. */
const CALLED_LIKE_DOMAINS = [
  'cron-job.org',
  'dlvr.it',
  'elmah.io',
  'follow.it',
  'http.rb',
  'impact.com',
  'rss-is-dead.lol',
  'saas.group',
  'testssl.sh',
];

describe('bot registry', () => {
  it('has a version, and positive integers as ids, none of them the id of people', () => {
    expect(REGISTRY_VERSION).toBe(10);
    for (const { id } of BOT_REGISTRY) expect(Number.isInteger(id) && id > HUMAN_BOT_ID).toBe(true);
  });

  it('repeats no id, slug or name', () => {
    expect(repeated(BOT_REGISTRY.map((row) => row.id))).toEqual([]);
    expect(repeated(BOT_REGISTRY.map((row) => row.slug))).toEqual([]);
    expect(repeated(BOT_REGISTRY.map((row) => row.name.toLowerCase()))).toEqual([]);
  });

  it('repeats no token, whether in upper or lower case', () => {
    const tokens = BOT_REGISTRY.flatMap((row) => row.tokens.map((token) => token.toLowerCase()));
    expect(repeated(tokens)).toEqual([]);
  });

  it('gives each signature agent, in canonical form, to one row', () => {
    const hosts = BOT_REGISTRY.flatMap((row) => row.signatureAgents ?? []);
    expect(hosts).toContain('chatgpt.com');
    expect(repeated(hosts)).toEqual([]);
    expect(hosts.map((host) => signatureAgentHost(`"https://${host}"`))).toEqual(hosts);
  });

  it('has no token that is hidden by another one', () => {
    const find = compileTokenScan(BOT_REGISTRY);
    const hidden = BOT_REGISTRY.filter((row) => row.unless === undefined).flatMap((row) =>
      // A token that ends with a punctuation mark needs something after it.
      row.tokens.filter((token) => find(/\W$/.test(token) ? `${token}1` : token)?.row !== row),
    );
    expect(hidden).toEqual([]);
  });

  it('uses no token that is a part of common browsers, systems or devices', () => {
    const COMMON =
      /^(?:mozilla|chrome|safari|applewebkit|khtml|gecko|firefox|version|mobile|windows|linux|android|iphone|ipad|macintosh|x11|compatible|build|opera|edg|msie|trident|like|the|bot|app|web|crawler|spider)$/i;
    expect(BOT_REGISTRY.flatMap((row) => row.tokens).filter((token) => COMMON.test(token))).toEqual(
      [],
    );
  });

  it('gives the published pages and address ranges of AI bots as URLs', () => {
    for (const { addressRanges, robotsTxt } of BOT_REGISTRY) {
      if (addressRanges !== undefined) expect(URL.canParse(addressRanges)).toBe(true);
      expect([undefined, 'obeys', 'ignores']).toContain(robotsTxt);
    }
  });

  it('gives every AI bot a page of its operator, or says why it has none', () =>
    checkRows(
      BOT_REGISTRY.filter(({ category }) => isAiCategory(category)),
      ({ provider, documentation, undocumented }) => {
        expect(documentation === null).toBe(undocumented !== undefined);
        expect(undocumented === 'operator_unknown').toBe(provider === 'Unknown');
      },
      ({ name }) => name,
    ));

  it('tells the day on which the facts of each row were looked at, none of them to come', () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    return checkRows(
      BOT_REGISTRY,
      ({ checkedOn = '' }) => {
        expect(checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
        expect(new Date(checkedOn).toISOString().slice(0, 10)).toBe(checkedOn);
        // Days begin earlier in other parts of the world.
        expect(checkedOn <= tomorrow).toBe(true);
      },
      ({ name }) => name,
    );
  });

  it('says of retired bots since which month or year, and of words for robots.txt that they never visit', () => {
    for (const { retiredSince = '2024-07' } of BOT_REGISTRY)
      expect(retiredSince).toMatch(/^20\d\d(-(0[1-9]|1[0-2]))?$/);
    const retired = BOT_REGISTRY.filter(({ retiredSince }) => retiredSince === '2022-05');
    const ofAlexa = ['Alexabot', 'alexa site audit', 'ia_archiver'];
    expect(retired.map(({ name }) => name).sort()).toEqual(ofAlexa);
    const never = BOT_REGISTRY.filter(({ neverVisits }) => neverVisits).map(({ name }) => name);
    expect(never.sort()).toEqual(['Applebot-Extended', 'Google-Extended']);
  });

  it('cites operators, and no directory of bots of others', () => {
    const DIRECTORY =
      /\b(?:knownagents|darkvisitors|datadome|useragentstring|udger|radar\.cloudflare|user-agents|webmasterworld|distilnetworks|deviceandbrowserinfo|imperva)\./;
    const cited = BOT_REGISTRY.filter(({ documentation }) => DIRECTORY.test(documentation ?? ''));
    // This one belongs to such a directory itself.
    expect(cited.map(({ name }) => name)).toEqual(['Known Agents']);
  });

  it('names organisations as providers: a domain is one only if that is how it calls itself', () => {
    const domains = BOT_REGISTRY.map(({ provider }) => provider).filter((provider) =>
      /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(provider),
    );
    expect([...new Set(domains)].sort()).toEqual(CALLED_LIKE_DOMAINS);
  });

  it('has no slug that a row of BOTS_FILE could have in the database', () => {
    expect(BOT_REGISTRY.filter(({ slug }) => /-1\d{5}$/.test(slug))).toEqual([]);
  });

  it('is filled in, row by row', () => checkRows(BOT_REGISTRY, expectFilledIn, ({ name }) => name));

  it('names every example, each in its own row', () =>
    checkRows(
      examples,
      ({ row, example }) => {
        const { id, slug, name, provider, category } = row;
        expect(
          classify(example, row.tokens.length > 0 ? '' : row.signatureAgents?.[0]),
        ).toMatchObject({
          kind: isAiCategory(category) ? 'ai_bot' : 'bot',
          bot: { id, slug, name, provider, category },
        });
      },
      ({ row, example }) => `${row.name}: ${example}`,
    ));
});

function expectFilledIn(row: RegisteredBot): void {
  expect(row.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  expect(row.provider.trim()).not.toBe('');
  expect(row.name.trim()).not.toBe('');
  expect(BOT_CATEGORIES).toContain(row.category);
  // Requests are the examples of these rows, and no agents.
  expect(row.examples.length > 0).toBe(
    ![VULNERABILITY_SCANNER, UNDECLARED_AUTOMATION].includes(row),
  );
  if (row.documentation !== null) expect(URL.canParse(row.documentation)).toBe(true);
  // Ids 1 to 9 are recognised by a rule. All others need a token, which must not start or end with
  // a blank, or a signature agent.
  expect(row.tokens.length > 0 || row.signatureAgents !== undefined).toBe(row.id > 9);
  for (const token of row.tokens) expect(token).toMatch(/^[a-z0-9]\S?(.*\S)?$/i);
}
