import { botVerdict } from '../bot-verdict.js';
import { withoutDeviceModel } from '../device-model.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { compileTokenScan, type FoundBot } from '../token-scan.js';
import type { Layer, ReasonedVerdict } from '../layer.js';

const findBot = compileTokenScan(BOT_REGISTRY);
const verdicts = new Map<string, ReasonedVerdict>();

/** The network stacks of apps. The text before them is the app's own name, not that of a bot. */
const APP_STACK = /\bCFNetwork\/|^Dalvik\//;
const SAYS_BOT = /bot|crawler|spider|preview|google/i;

/**
 * Some telephones are called Expanse, Speedy or Octopus. A longer name in this place is not a
 * model.
 */
const LONGEST_MODEL = 9;

/** Finds bots that say their name. */
export const namedBot: Layer = {
  name: 'named registry',
  judge: (userAgent) => {
    const found = nameIn(userAgent);
    return found && verdictOf(found);
  },
};

/**
 * Returns the bot that the user agent names, unless the name may be that of the device or of the
 * app.
 */
function nameIn(userAgent: string): FoundBot | undefined {
  const found = findBot(userAgent);
  if (found === undefined || SAYS_BOT.test(found.token)) return found;
  if (APP_STACK.test(userAgent)) return undefined;
  return found.token.length > LONGEST_MODEL ? found : findBot(withoutDeviceModel(userAgent));
}

function verdictOf({ token, row }: FoundBot): ReasonedVerdict {
  const known = verdicts.get(token);
  if (known !== undefined) return known;
  const verdict = botVerdict(row, 'named registry', `the name "${token}"`);
  verdicts.set(token, verdict);
  return verdict;
}
