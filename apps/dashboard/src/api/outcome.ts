import { type Problem, problemOf, UNREACHABLE } from './problem.js';

/** What came of a change that was asked for. */
export type Outcome<Data> = { data: Data } | { problem: Problem };

/** As openapi-fetch answers. */
export interface Answered<Data> {
  data?: { data: Data };
  error?: unknown;
  response: Response;
}

/**
 * Waits for the answer to a request that changes something, such as
 * `outcomeOf(client.POST('/api/v1/websites', { body }))`. It is not sent again by itself.
 */
export async function outcomeOf<Data>(answer: Promise<Answered<Data>>): Promise<Outcome<Data>> {
  try {
    const { data, error, response } = await answer;
    if (data) return { data: data.data };
    const retryAfter = response.headers.get('retry-after');
    return { problem: problemOf({ status: response.status, body: error, retryAfter }) };
  } catch {
    return { problem: UNREACHABLE };
  }
}
