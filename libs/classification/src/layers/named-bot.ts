import { botVerdict } from '../bot-verdict.js';
import { withoutDeviceModel } from '../device-model.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { compileTokenScan } from '../token-scan.js';
import type { Layer, ReasonedVerdict } from './layer.js';

const findBot = compileTokenScan(BOT_REGISTRY);
const verdicts = new Map<string, ReasonedVerdict>();

/** The network stacks of apps: what stands before them is the app's own name, not a bot's. */
const APP_STACK = /\bCFNetwork\/|^Dalvik\//;
const SAYS_BOT = /bot|crawler|spider|preview|google/i;

/** Telephones are called Expanse, Speedy and Octopus; longer names in their place are no model. */
const LONGEST_MODEL = 9;

/** A bot that says its name. */
export const namedBot: Layer = {
  name: 'named registry',
  judge: (userAgent) => {
    const found = findBot(userAgent);
    if (found === undefined || mayBeDeviceOrApp(found.token, userAgent)) return undefined;
    let verdict = verdicts.get(found.token);
    if (verdict === undefined) {
      verdict = botVerdict(found.row, 'named registry', `the name "${found.token}"`);
      verdicts.set(found.token, verdict);
    }
    return verdict;
  },
};

/** Whether a name that does not say what it is may be the device's or the app's own. */
function mayBeDeviceOrApp(token: string, userAgent: string): boolean {
  if (SAYS_BOT.test(token)) return false;
  if (APP_STACK.test(userAgent)) return true;
  if (token.length > LONGEST_MODEL) return false;
  const masked = withoutDeviceModel(userAgent);
  return masked !== userAgent && findBot(masked) === undefined;
}
