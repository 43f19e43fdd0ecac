import type { KeyKind, KeyScope } from '@app/contracts';

/** What `keys create` is told. */
export interface KeyOptions {
  kind: KeyKind;
  account?: string;
  website?: string;
  name?: string;
  expiresAt?: Date;
  /** Of an API Key. */
  scope?: KeyScope;
}
