import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** Why an address can be no webhook, with what its sender is told. The sentence begins with `url`. */
export const TARGET_FAULTS = {
  no_url: 'must be an address like https://hooks.example/botgauge of at most 2048 characters',
  not_https: 'must begin with https://',
  has_credentials:
    'must have no user name and no password: let the receiver check the signature instead',
  has_fragment: 'must have no #: what stands behind it would be sent to nobody',
  not_public:
    'must be on a host of the internet: this host has no address, or one of a private network. The operator of the service can allow private networks with WEBHOOK_ALLOW_PRIVATE',
} as const;
export type TargetFault = keyof typeof TARGET_FAULTS;

/** What the operator allows. */
export interface TargetRules {
  /** True when webhooks may be in private networks, and may be asked without TLS. */
  allowPrivate: boolean;
}

const LONGEST_URL = 2_048;
/** The URL standard silently removes some of them. */
const NOT_IN_URLS = /[\s\p{Cc}\p{Cs}\\]/u;

/**
 * Reads the address of a webhook. That it is accepted here says nothing about the addresses that its
 * name has.
 */
export function readTarget(
  text: string,
  { allowPrivate }: TargetRules,
): { kind: 'target'; url: URL } | { kind: 'refused'; fault: TargetFault } {
  if (text.length > LONGEST_URL || NOT_IN_URLS.test(text) || !URL.canParse(text))
    return refused('no_url');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('no_url');
  if (url.protocol === 'http:' && !allowPrivate) return refused('not_https');
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
