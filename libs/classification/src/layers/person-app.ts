import type { Client } from '@app/contracts';
import { withoutDeviceModel } from '../device-model.js';
import { browserShape } from '../human/browser-shape.js';
import {
  APP_SIGNS,
  isDeclaredBot,
  mayBeApp,
  NETWORK_STACK_SIGNS,
  PLATFORM_SIGNS,
  showsBot,
  SYSTEM_SIGN,
  TOOL_SIGN,
} from '../human/app-signs.js';
import { personVerdict } from '../human/person-verdict.js';
import { quickTest } from '../patterns/quick-pattern.js';
import { compileSigns, type Layer, type ReasonedVerdict, type Sign } from '../layer.js';

const networkStack = compileSigns(NETWORK_STACK_SIGNS);
const platformOf = compileSigns(PLATFORM_SIGNS);
const appSign = compileSigns(APP_SIGNS);
const namesSystem = quickTest(SYSTEM_SIGN.pattern);
const isTool = quickTest(TOOL_SIGN.pattern);

/** Finds user agents of common browsers, native apps, media players and telephones. */
export const personApp: Layer = {
  name: 'app and phone guard',
  judge: (userAgent) => {
    const client = browserShape(userAgent);
    if (client !== undefined) return commonBrowser(client);
    const sign = signOfAPerson(userAgent);
    return sign && personVerdict(userAgent, 'app and phone guard', sign.reason);
  },
};

/** Returns the verdict on a user agent that is exactly what a common browser sends. */
export function commonBrowser(client: Client): ReasonedVerdict {
  return personVerdict(client, 'app and phone guard', 'exactly what a common browser sends');
}

function signOfAPerson(userAgent: string): Sign | undefined {
  const stack = networkStack(userAgent);
  if (stack !== undefined) return stack;
  const platform = platformOf(userAgent);
  const isApp = mayBeApp(userAgent);
  if (platform === undefined && !isApp) return undefined;
  const declared = isDeclaredBot(withoutDeviceModel(userAgent));
  if (platform !== undefined && !declared) return platform;
  if (!isApp || isTool(userAgent)) return undefined;
  if (namesSystem(userAgent)) return SYSTEM_SIGN;
  // What an app calls itself is a word inside a name, so whatever shows a bot says more.
  if (declared || showsBot(userAgent)) return undefined;
  return appSign(userAgent);
}
