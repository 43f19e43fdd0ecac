import type { Client } from '@app/contracts';
import { readClient } from './client-patterns.js';

/** The names that ua-parser-js gives to desktop systems. It reports no device type for them. */
const DESKTOP_SYSTEMS: ReadonlySet<string> = new Set([
  'Windows',
  'Mac OS',
  'Linux',
  'Chromium OS',
  'Ubuntu',
  'Debian',
  'Fedora',
  'CentOS',
  'RedHat',
  'SUSE',
  'Gentoo',
  'Arch',
  'Slackware',
  'Mandriva',
  'Mageia',
  'Mint',
  'PCLinuxOS',
  'Zenwalk',
  'Sabayon',
  'elementary OS',
  'Deepin',
  'Manjaro',
  'FreeBSD',
  'NetBSD',
  'OpenBSD',
  'DragonFly',
  'PC-BSD',
  'GhostBSD',
  'Solaris',
  'SunOS',
  'OpenVMS',
  'BeOS',
  'Haiku',
  'AIX',
  'HP-UX',
  'UNIX',
  'GNU',
]);

/**
 * Two patterns of ua-parser-js (1.0) need time with the third power of the text's length: one user
 * agent of 500 characters took a second and more. Each trap is what such a pattern would stumble
 * over, and what stands there instead. None of the collected user agents falls into one.
 */
const TRAPS: readonly (readonly [trap: RegExp, instead: string])[] = [
  // A telephone of Archos, with a model that has no end: `archos ?(… ?\d+[\w ]*)( b|\))`.
  [/(archos[\w ]{40})[\w ]+/gi, '$1'],
  // The app of Naver without its version in parentheses: `(naver)\(.*?(\d+\.[\w.]+).*\)`.
  [/naver\((?![^()]{0,100}\d\.[\w.][^()]{0,100}\))/gi, 'naver '],
];

const TRAP = /archos|naver\(/i;

function withoutTraps(userAgent: string): string {
  if (!TRAP.test(userAgent)) return userAgent;
  return TRAPS.reduce((text, [trap, instead]) => text.replace(trap, instead), userAgent);
}

/** Returns browser, system and kind of device with the names that ua-parser-js gives them. */
export function parseClient(userAgent: string): Client {
  const { browser, os, deviceType } = readClient(withoutTraps(userAgent));
  return {
    browser,
    os,
    device: deviceType ?? (os !== null && DESKTOP_SYSTEMS.has(os) ? 'desktop' : null),
  };
}
