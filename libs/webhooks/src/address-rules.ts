import type { Config } from '@app/config';
import { type AddressRules, resolverFor } from '@app/guarded-http';

/** Returns what these settings allow, and who is asked for the addresses of names. */
export function addressRulesOf({
  WEBHOOK_ALLOW_PRIVATE: allowPrivate,
}: Pick<Config, 'WEBHOOK_ALLOW_PRIVATE'>): AddressRules {
  return { allowPrivate, needsTls: !allowPrivate, resolve: resolverFor(allowPrivate) };
}
