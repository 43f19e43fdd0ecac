import { BOT_SIGNS } from '../bot-signs/bot-signs.js';
import { botVerdict } from '../bot-verdict.js';
import { withoutDeviceModel } from '../device-model.js';
import { UNIDENTIFIED_BOT } from '../registry/special-bots.js';
import { compileSigns, type Layer, type ReasonedVerdict, type Sign } from '../layer.js';

const botSign = compileSigns(BOT_SIGNS);
const verdicts = new Map<Sign, ReasonedVerdict>(
  BOT_SIGNS.map((sign) => [sign, botVerdict(UNIDENTIFIED_BOT, 'bot pattern', sign.reason)]),
);

/** Finds bots that no table names, by the pattern of their user agent. */
export const unnamedBot: Layer = {
  name: 'bot pattern',
  judge: (userAgent) => {
    const sign = botSign(withoutDeviceModel(userAgent));
    return sign && verdicts.get(sign);
  },
};
