import type { BotCategory } from '@app/contracts';
import { botVerdict } from '../bot-verdict.js';
import type { ReasonedVerdict } from '../layer.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { UNIDENTIFIED_BOT } from '../registry/special-bots.js';

const LAYER = 'signature agent';

/** Bots of these categories are a tool, or nobody knows whose they are. */
const WITHOUT_OPERATOR: ReadonlySet<BotCategory> = new Set([
  'http_client',
  'headless_browser',
  'disguised',
  'unidentified',
]);

const verdicts = new Map<string, ReasonedVerdict>(
  BOT_REGISTRY.flatMap((row) =>
    (row.signatureAgents ?? []).map((host): [string, ReasonedVerdict] => [
      host,
      botVerdict(row, LAYER, `the signature agent ${host}`),
    ]),
  ),
);
const unknown = botVerdict(UNIDENTIFIED_BOT, LAYER, 'a signature agent, which no browser has');

/**
 * Finds agents that come with the user agent of a plain browser, and name themselves in the header
 * Signature-Agent only. Nothing is proven by that: the signature was not kept in the log, so the
 * host is a claim like the user agent.
 *
 * - A bot that says its name in the user agent keeps it. The name is more exact than the host, which
 *   several bots of an operator may share, and where the two contradict each other, the address
 *   will tell.
 * - A person, a tool such as curl or HeadlessChrome, and a bot that nobody knows become the bot of a
 *   known host.
 * - A person with an unknown host becomes a bot that nobody knows, because browsers never send this
 *   header: who sends it says that it is a program.
 */
export const signatureAgent = {
  name: LAYER,
  /** `verdict` is that on the user agent, and `host` is not empty. */
  judge: (verdict: ReasonedVerdict, host: string): ReasonedVerdict | undefined => {
    if (verdict.kind === 'human') return verdicts.get(host) ?? unknown;
    return WITHOUT_OPERATOR.has(verdict.bot.category) ? verdicts.get(host) : undefined;
  },
} as const;
