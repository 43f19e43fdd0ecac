import { botVerdict } from '../bot-verdict.js';
import { DISGUISED_BROWSER } from '../registry/special-bots.js';
import type { Layer } from './layer.js';

const verdict = botVerdict(DISGUISED_BROWSER);

/**
 * Desktop systems only: phones, televisions and consoles do send short and odd user agents.
 * Internet Explorer ends after its platform, and a bot's address or `compatible` is no disguise.
 */
const DESKTOP = String.raw`\((?:Windows NT|Macintosh|X11)(?![^()]*(?:MSIE|Trident|compatible|http))[^()]*`;

/** Shapes that start like a browser's and stop, or miss, where every browser goes on. */
const SHAPES_NO_BROWSER_SENDS: readonly RegExp[] = [
  /^Mozilla\/5\.0;?$/,
  /^Mozilla\/5\.0 \(compatible;?\)$/,
  // Cut inside the platform, after it, or after the engine's version.
  new RegExp(String.raw`^Mozilla/5\.0 ${DESKTOP}$`),
  new RegExp(String.raw`^Mozilla/5\.0 ${DESKTOP}\)(?: AppleWebKit/[\d.]+)?$`),
  // Cut before the browser's name. Not on a Mac: the web view of a native app sends just that.
  /^Mozilla\/5\.0 \((?:Windows NT|X11)(?![^()]*http)[^()]*\) AppleWebKit\/[\d.]+ \(KHTML, like Gecko\)$/,
  // Split at the comma of "(KHTML, like Gecko)", as careless lists of user agents are.
  /^Mozilla\/5\.0 \([^()]*\) AppleWebKit\/[\d.]+ \(KHTML(?:,(?: like(?: Gecko)?)?)?$/,
  // That comma escaped, and the escape never taken back.
  /^Mozilla\/5\.0 .*\(KHTML(?:\\,|%2C)/,
  // Chrome without its engine.
  new RegExp(String.raw`^Mozilla/5\.0 ${DESKTOP}\) Chrome/`),
];

/** A user agent that claims to be a browser and is truncated or malformed as no browser sends it. */
export const disguisedBrowser: Layer = (userAgent) => {
  // Browsers do not end in blanks either, but a shipper may add them.
  const text = userAgent.trimEnd();
  return SHAPES_NO_BROWSER_SENDS.some((shape) => shape.test(text)) ? verdict : undefined;
};
