import { botVerdict } from '../bot-verdict.js';
import { withoutDeviceModel } from '../device-model.js';
import type { Layer, ReasonedVerdict } from '../layer.js';
import type { RegisteredBot } from '../registry/registered-bot.js';
import { compileTokenScan, type FindBot, type FoundBot } from '../token-scan.js';

/** The network stacks of apps. The text before them is the app's own name, not that of a bot. */
const APP_STACK = /\bCFNetwork\/|^Dalvik\//;
const SAYS_BOT = /bot|crawler|spider|preview|google/i;

/**
 * Some telephones are called Expanse, Speedy or Octopus. A longer name in this place is not a
 * model.
 */
const LONGEST_MODEL = 9;

/** Returns the layer that finds bots that say their name, for the rows of a registry. */
export function namedBot(registry: readonly RegisteredBot[]): Layer {
  const findBot = compileTokenScan(registry);
  const verdicts = new Map<string, ReasonedVerdict>();
  return {
    name: 'named registry',
    judge: (userAgent) => {
      const found = nameIn(userAgent, findBot);
      return found && verdictOf(found, verdicts);
    },
  };
}

/**
 * Returns the bot that the user agent names, unless the name may be that of the device or of the
 * app.
 */
function nameIn(userAgent: string, findBot: FindBot): FoundBot | undefined {
  const found = findBot(userAgent);
  if (found === undefined || SAYS_BOT.test(found.token)) return found;
  if (APP_STACK.test(userAgent)) return undefined;
  return found.token.length > LONGEST_MODEL ? found : findBot(withoutDeviceModel(userAgent));
}

function verdictOf(
  { token, row }: FoundBot,
  verdicts: Map<string, ReasonedVerdict>,
): ReasonedVerdict {
  const known = verdicts.get(token);
  if (known !== undefined) return known;
  const verdict = botVerdict(row, 'named registry', `the name "${token}"`);
  verdicts.set(token, verdict);
  return verdict;
}
