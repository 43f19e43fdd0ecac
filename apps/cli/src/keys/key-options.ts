import type { KeyKind } from '@app/contracts';

/** What `keys create` is told. */
export interface KeyOptions {
  kind: KeyKind;
  account?: string;
  website?: string;
  name?: string;
  expiresAt?: Date;
}
