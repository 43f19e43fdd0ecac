import { classify } from '@app/classification';

/** Returns the name of the browser that a user agent is of, or null when it is of none that is known. */
export function browserOf(userAgent: string): string | null {
  const verdict = classify(userAgent);
  return verdict.kind === 'human' ? verdict.client.browser : null;
}
