import type { BotCategory } from '@app/contracts';
import { botVerdict } from '../bot-verdict.js';
import type { ReasonedVerdict } from '../layer.js';
import type { RegisteredBot } from '../registry/registered-bot.js';
import { UNIDENTIFIED_BOT } from '../registry/special-bots.js';

const LAYER = 'signature agent';

export interface SignatureAgentLayer {
  readonly name: typeof LAYER;
  /** `verdict` is that on the user agent, and `host` is not empty. */
  readonly judge: (verdict: ReasonedVerdict, host: string) => ReasonedVerdict | undefined;
}

/** Bots of these categories are a tool, or nobody knows whose they are. */
const WITHOUT_OPERATOR: ReadonlySet<BotCategory> = new Set([
  'http_client',
  'headless_browser',
  'disguised',
  'unidentified',
]);

const unknown = botVerdict(UNIDENTIFIED_BOT, LAYER, 'a signature agent, which no browser has');

/**
 * Returns the layer that finds agents that come with the user agent of a plain browser, and name
 * themselves in the header Signature-Agent only. Nothing is proven by that: the signature was not
 * kept in the log, so the host is a claim like the user agent.
 *
 * - A bot that says its name in the user agent keeps it. The name is more exact than the host, which
 *   several bots of an operator may share, and where the two contradict each other, the address
 *   will tell.
 * - A person, a tool such as curl or HeadlessChrome, and a bot that nobody knows become the bot of a
 *   known host.
 * - A person with an unknown host becomes a bot that nobody knows, because browsers never send this
 *   header: who sends it says that it is a program.
 */
export function signatureAgent(registry: readonly RegisteredBot[]): SignatureAgentLayer {
  const verdicts = new Map<string, ReasonedVerdict>(
    registry.flatMap((row) =>
      (row.signatureAgents ?? []).map((host): [string, ReasonedVerdict] => [
        host,
        botVerdict(row, LAYER, `the signature agent ${host}`),
      ]),
    ),
  );
  return {
    name: LAYER,
    judge: (verdict, host) => {
      if (verdict.kind === 'human') return verdicts.get(host) ?? unknown;
      return WITHOUT_OPERATOR.has(verdict.bot.category) ? verdicts.get(host) : undefined;
    },
  };
}
