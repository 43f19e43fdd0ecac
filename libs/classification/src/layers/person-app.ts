import { withoutDeviceModel } from '../device-model.js';
import { browserShape } from '../human/browser-shape.js';
import {
  APP_SIGNS,
  BOT_EVIDENCE,
  DECLARED_BOT,
  mayBeApp,
  NETWORK_STACK_SIGNS,
  PLATFORM_SIGNS,
  SYSTEM_SIGN,
} from '../human/app-signs.js';
import { personVerdict } from '../human/person-verdict.js';
import { firstSign, type Layer, type Sign } from '../layer.js';

/** Finds user agents of common browsers, native apps, media players and telephones. */
export const personApp: Layer = {
  name: 'app and phone guard',
  judge: (userAgent) => {
    const client = browserShape(userAgent);
    if (client !== undefined) {
      return personVerdict(client, 'app and phone guard', 'exactly what a common browser sends');
    }
    const sign = signOfAPerson(userAgent);
    return sign && personVerdict(userAgent, 'app and phone guard', sign.reason);
  },
};

function signOfAPerson(userAgent: string): Sign | undefined {
  const stack = firstSign(NETWORK_STACK_SIGNS, userAgent);
  if (stack !== undefined) return stack;
  const declared = DECLARED_BOT.test(withoutDeviceModel(userAgent));
  const platform = declared ? undefined : firstSign(PLATFORM_SIGNS, userAgent);
  if (platform !== undefined || !mayBeApp(userAgent)) return platform;
  if (SYSTEM_SIGN.pattern.test(userAgent)) return SYSTEM_SIGN;
  // What an app calls itself is a word inside a name, so whatever shows a bot says more.
  if (declared || BOT_EVIDENCE.test(userAgent)) return undefined;
  return firstSign(APP_SIGNS, userAgent);
}
