import { isIP } from 'node:net';
import { parseUrl } from '@app/contracts';
import { isPublicAddress } from './public-address.js';

/** Why an address is not asked, whatever its name leads to. */
export type TargetFault =
  'no_url' | 'no_port' | 'not_https' | 'has_credentials' | 'has_fragment' | 'not_public';

/** What the operator and the kind of request allow. */
export interface TargetRules {
  /** True when hosts of private networks and of this machine may be asked. */
  allowPrivate: boolean;
  /** True when nothing may be asked without TLS. */
  needsTls: boolean;
}

const LONGEST_URL = 2_048;
/** The URL standard silently removes some of them. */
const NOT_IN_URLS = /[\s\p{Cc}\p{Cs}\\]/u;

/**
 * Reads an address that somebody else chose. That it is accepted here says nothing about the
 * addresses that its name has.
 */
export function readTarget(
  text: string,
  { allowPrivate, needsTls }: TargetRules,
): { kind: 'target'; url: URL } | { kind: 'refused'; fault: TargetFault } {
  if (text.length > LONGEST_URL || NOT_IN_URLS.test(text)) return refused('no_url');
  const url = parseUrl(text);
  if (url === null) return refused('no_url');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('no_url');
  // The URL standard allows it, and nothing listens there.
  if (url.port === '0') return refused('no_port');
  if (url.protocol === 'http:' && needsTls) return refused('not_https');
  if (url.username !== '' || url.password !== '') return refused('has_credentials');
  if (text.includes('#')) return refused('has_fragment');
  if (url.href.length > LONGEST_URL) return refused('no_url');
  if (!allowPrivate && isNeverPublic(hostOf(url))) return refused('not_public');
  return { kind: 'target', url };
}

/** Returns the name or the address of the host, without brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** An address that is none of the internet, or a name that always means this machine (RFC 6761). */
function isNeverPublic(host: string): boolean {
  return isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
}

function refused(fault: TargetFault): { kind: 'refused'; fault: TargetFault } {
  return { kind: 'refused', fault };
}
