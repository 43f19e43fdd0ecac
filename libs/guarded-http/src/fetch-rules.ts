import { type Config, productVersion } from '@app/config';
import type { AddressRules } from './find-addresses.js';
import type { GetRules } from './get.js';
import { type JudgedTarget, judgeTarget } from './judge-target.js';
import { resolverFor } from './resolvers.js';

/** Returns what the settings allow for fetches from websites, and as whom the service asks. */
export function fetchRulesOf({
  FETCH_ALLOW_PRIVATE: allowPrivate,
}: Pick<Config, 'FETCH_ALLOW_PRIVATE'>): GetRules {
  const userAgent = `Botgauge/${productVersion()}`;
  return { allowPrivate, needsTls: false, resolve: resolverFor(allowPrivate), userAgent };
}

/** What the sender of an address is told. The sentence begins with the field. */
const FAULTS: Record<Extract<JudgedTarget, { kind: 'refused' }>['fault'], string> = {
  no_url: 'must be an address like https://shop.example/sitemap.xml of at most 2048 characters',
  no_port: 'must have a port from 1 to 65535, or none: nothing listens on port 0',
  not_https: 'must begin with https://',
  has_credentials: 'must have no user name and no password: the service fetches as anybody does',
  has_fragment: 'must have no #: what stands behind it would be sent to nobody',
  not_public:
    'must be on a host of the internet: this host has no address, or one of a private network. The operator of the service can allow private networks with FETCH_ALLOW_PRIVATE',
  no_address: 'must be on a host that has an address: correct its name',
  not_known:
    'must be on a host whose addresses are known: its name servers do not answer now. Correct it, or try again later',
};

/**
 * Judges the address of a file that shall be fetched, as it will be judged at every fetch. A fault is
 * a sentence that begins with the name of the field.
 */
export async function judgeFetchUrl(
  text: string,
  rules: AddressRules,
): Promise<{ kind: 'accepted'; url: string } | { kind: 'refused'; fault: string }> {
  const judged = await judgeTarget(text, rules);
  return judged.kind === 'accepted' ? judged : { kind: 'refused', fault: FAULTS[judged.fault] };
}
