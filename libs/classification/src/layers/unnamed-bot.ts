import { isbot } from 'isbot';
import { botVerdict } from '../bot-verdict.js';
import { withoutDeviceModel } from '../device-model.js';
import { UNIDENTIFIED_BOT } from '../registry/special-bots.js';
import type { Layer } from './layer.js';

const verdict = botVerdict(UNIDENTIFIED_BOT);

/** A bot by the pattern of its user agent that no table names. */
export const unnamedBot: Layer = (userAgent) =>
  isbot(withoutDeviceModel(userAgent)) ? verdict : undefined;
