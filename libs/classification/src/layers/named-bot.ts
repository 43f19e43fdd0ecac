import { botVerdict } from '../bot-verdict.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { compileTokenScan } from '../token-scan.js';
import type { Layer } from './layer.js';

const findBot = compileTokenScan(BOT_REGISTRY);
const verdicts = new Map(BOT_REGISTRY.map((row) => [row, botVerdict(row)]));

/** A bot that says its name. */
export const namedBot: Layer = (userAgent) => {
  const row = findBot(userAgent);
  return row && verdicts.get(row);
};
