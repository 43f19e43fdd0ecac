import { type AddressRules, type JudgedTarget, judgeTarget } from '@app/guarded-http';

/** What the sender of an address is told. The sentence begins with `url`. */
const FAULTS: Record<Extract<JudgedTarget, { kind: 'refused' }>['fault'], string> = {
  no_url: 'must be an address like https://hooks.example/botgauge of at most 2048 characters',
  no_port: 'must have a port from 1 to 65535, or none: nothing listens on port 0',
  not_https: 'must begin with https://',
  has_credentials:
    'must have no user name and no password: let the receiver check the signature instead',
  has_fragment: 'must have no #: what stands behind it would be sent to nobody',
  not_public:
    'must be on a host of the internet: this host has no address, or one of a private network. The operator of the service can allow private networks with WEBHOOK_ALLOW_PRIVATE',
  no_address: 'must be on a host that has an address: correct its name',
  not_known:
    'must be on a host whose addresses are known: its name servers do not answer now. Correct it, or try again later',
};

/**
 * Judges the address of a webhook that shall be made, as it will be judged at every attempt. A fault
 * is a sentence that begins with the field, `url`.
 */
export async function judgeUrl(
  text: string,
  rules: AddressRules,
): Promise<{ kind: 'accepted'; url: string } | { kind: 'refused'; fault: string }> {
  const judged = await judgeTarget(text, rules);
  return judged.kind === 'accepted' ? judged : { kind: 'refused', fault: FAULTS[judged.fault] };
}
