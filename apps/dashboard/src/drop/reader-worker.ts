import address from './reader/reader.ts?worker&url';

/** What Trusted Types are, as far as this page needs them. Not every browser has them. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: () => string },
  ): {
    createScriptURL(text: string): string;
  };
}

/**
 * The policy of the page allows one kind of script address besides its own files: this one. It takes
 * no address from anybody, so it can load nothing else.
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy(
  'reader',
  {
    createScriptURL: () => address,
  },
);

/** Starts the worker that reads logs. */
export function startReader(): Worker {
  return new Worker(policy ? policy.createScriptURL('') : address, { type: 'module' });
}
