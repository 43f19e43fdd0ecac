import type { Logged } from './expected.js';
import type { SentRequest } from './requests.js';

/** Returns the entry of a request as nginx logs it. */
export function entryOfNginx(entry: Logged, { goesAway, host }: SentRequest): Logged {
  return {
    ...entry,
    // Without the header, it is the name of the block `server`.
    ...(host === undefined && { host: 'shop.example' }),
    // nginx has its own status for a visitor who went away before there was an answer.
    ...(goesAway && { status_code: 499, content_type: undefined }),
  };
}
