import { BASE } from '../api/client.js';
import { scriptOf } from './script-of.js';

/** Why a part of the page could not be loaded. */
export type LoadFailure =
  /** The service has another release than this page, whose parts are therefore not there any more. */
  | 'updated'
  /** The service does not answer. */
  | 'away'
  /** It answers, and this part did not come nevertheless. */
  | 'broken';

/** Asks the service for its page, and compares that with the one that is open. */
export async function whyNotLoaded(): Promise<LoadFailure> {
  try {
    const response = await fetch(BASE, { cache: 'no-store' });
    if (!response.ok) return 'away';
    const script = scriptOf(await response.text());
    const own = document.querySelector('script[src]')?.getAttribute('src');
    return script === own ? 'broken' : 'updated';
  } catch {
    return 'away';
  }
}
