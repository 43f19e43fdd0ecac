import type { Client } from '@app/contracts';
import { UAParser } from 'ua-parser-js';

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

/** Returns browser, system and kind of device with the names that ua-parser-js gives them. */
export function parseClient(userAgent: string): Client {
  const parser = new UAParser(userAgent);
  const os = parser.getOS().name ?? null;
  return {
    browser: parser.getBrowser().name ?? null,
    os,
    device: parser.getDevice().type ?? (os !== null && DESKTOP_SYSTEMS.has(os) ? 'desktop' : null),
  };
}
