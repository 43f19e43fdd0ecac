import { crc32 } from 'node:zlib';
import { DAYS_OF_MONTH, releaseMonth } from './browser-releases.js';
import { signs } from './signs.js';

/** What an agent of a browser says about its visitors. */
export interface AgentFacts {
  /** Tells agents of a website apart: 32 bits, signed. */
  checksum: number;
  /** Of the browser, in days after the begin of 2000; null when it is not known. */
  released: number | null;
  /** What is true of each request with it. */
  signs: number;
}

/** Agents may name any version; the database has 16 bits for the day. */
const LATEST = 32_767;

/** Browsers that show text only. */
const TEXT_BROWSER = /^(?:Lynx|w3m|Links|ELinks)\b/;

/** Agents that no browser has ever sent, by what is wrong with them. */
const IMPOSSIBLE: readonly RegExp[] = [
  // Agents of browsers begin with few words.
  /^(?!Mozilla\/|MobileSafari\/|Opera\/|Dalvik|Lynx|w3m|Links|ELinks|SAMSUNG|Nokia|SonyEricsson|Micromax|BlackBerry)/,
  // Nobody comes with them any more, or with a browser that is younger than the system.
  /Windows (?:95|98|ME|CE)\b/,
  /Windows NT 6\.\d[^)]*\).*(?:Chrome\/1[1-9]\d|Edg\/1[1-9]\d)/,
  /PPC Mac OS X.*(?:Chrome|Firefox\/[1-9]\d)/,
  /OS\/2|SymbianOS/,
  // Versions in the form of another browser.
  /Safari\/537\.3$/,
  /Opera\/\d\d\.0\.0\.0/,
  /Firefox\/\d+\.0\.0\.0/,
  /Safari\/1\d\.0\.0\.0/,
  // Systems in the form of another one.
  /Mac OS X 10_15_7; (?:x64|x86)/,
  /Windows NT 10\.0; (?:x86|arm64)\)/,
  /Mac OS X (?:10_\d+(?:_\d+)?; rv:|x\.y)/,
  // Engines of several browsers in one.
  /Gecko\/20\d{6} (?:Chrome|Safari)\//,
  /; rv:\d\d[\d.]*\) AppleWebKit\//,
  /\) (?:Gecko\/\d+ )?Trident\//,
  // Firefox with half a version, or with another one than that of its engine. From 110 to 119 it said 109.
  /Gecko\/20100101 Firefox\/\d+$/,
  /rv:(?!2\.|109)(\d+)\.[\d.]*\) Gecko\/20100101 Firefox\/(?!\1\.)/,
  /rv:109\.0\) Gecko\/20100101 Firefox\/(?!109|11\d)/,
  // What was copied from a list of agents, and a form that ended with Netscape 4.
  /\[en\]|agents strings/,
];

export function agentFacts(agent: string): AgentFacts {
  const month = releaseMonth(agent);
  const isText = TEXT_BROWSER.test(agent);
  const isImpossible = IMPOSSIBLE.some((pattern) => pattern.test(agent));
  return {
    checksum: crc32(agent) | 0,
    released: month === null ? null : Math.min(Math.round(month * DAYS_OF_MONTH), LATEST),
    signs: (isText ? signs('textBrowser') : 0) | (isImpossible ? signs('impossibleAgent') : 0),
  };
}
