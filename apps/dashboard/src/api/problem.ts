import { texts } from '../texts/texts.js';

/** Why there is no answer, as far as the page behaves differently. */
export type Problem =
  /** Nobody is signed in, or the session has ended. */
  | { kind: 'signed-out' }
  /** Too many requests; the service says whose they were, and when to ask again. */
  | { kind: 'wait'; seconds: number; reason: string }
  /** What was asked for is not there. */
  | { kind: 'missing'; message: string }
  /** The service does not do what was asked for, and says why. */
  | { kind: 'refused'; message: string }
  /** The service cannot answer now, or cannot be reached. It is asked again. */
  | { kind: 'away'; message: string };

/** What an answer that is an error has. */
export interface ErrorAnswer {
  status: number;
  /** The body, when it was JSON. */
  body: unknown;
  retryAfter: string | null;
}

const DEFAULT_WAIT_SECONDS = 10;

/** Returns what an error means for the page. */
export function problemOf({ status, body, retryAfter }: ErrorAnswer): Problem {
  const message = messageIn(body) ?? texts.api.badStatus(status);
  if (status === 401) return { kind: 'signed-out' };
  if (status === 429) {
    // The service says when to ask again behind the semicolon, as its header does.
    const reason = messageIn(body)?.split(';')[0] ?? texts.api.tooMany;
    return { kind: 'wait', seconds: Number(retryAfter) || DEFAULT_WAIT_SECONDS, reason };
  }
  if (status === 404) return { kind: 'missing', message };
  // To ask again does not help before the operator has done something.
  if (status >= 500 && errorIn(body)?.code !== 'NOT_CONFIGURED') return { kind: 'away', message };
  return { kind: 'refused', message };
}

/** Returns whether the same request may be answered a little later. */
export const passes = ({ kind }: Problem): boolean => kind === 'wait' || kind === 'away';

/** No answer came at all. */
export const UNREACHABLE: Problem = {
  kind: 'away',
  message: texts.api.unreachable,
};

/** Says a problem in words, with what happens next. */
export function problemInWords(problem: Problem): string {
  switch (problem.kind) {
    case 'signed-out':
      return texts.api.ended;
    case 'wait':
      return texts.api.wait(problem.reason, problem.seconds);
    case 'missing':
    case 'refused':
      return texts.common.sentence(problem.message);
    case 'away':
      return texts.api.away(problem.message);
  }
}

function messageIn(body: unknown): string | undefined {
  const message = errorIn(body)?.message;
  return typeof message === 'string' ? message : undefined;
}

const errorIn = (body: unknown) =>
  (body as { error?: { code?: unknown; message?: unknown } } | null)?.error;
