import { passes, type Problem } from '../api/problem.js';

/** How soon the page asks again when the service could not answer. */
const AGAIN_MS = 10_000;

/** Is told why the page waits, and until when, in milliseconds since 1970. */
export type OnWait = (problem: Problem, until: number) => void;

/**
 * Asks until the service answers, or until its answer is one that waiting does not change. A window
 * that nobody sees waits until somebody does.
 *
 * @param problemIn returns what kept an answer from being one, if anything did
 */
export async function patiently<Answer>(
  ask: () => Promise<Answer>,
  problemIn: (answer: Answer) => Problem | undefined,
  onWait: OnWait,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    const problem = problemIn(answer);
    if (!problem || !passes(problem)) return answer;
    const wait = problem.kind === 'wait' ? problem.seconds * 1_000 : AGAIN_MS;
    onWait(problem, Date.now() + wait);
    await new Promise((resolve) => setTimeout(resolve, wait));
    await untilSeen();
  }
}

async function untilSeen(): Promise<void> {
  while (document.visibilityState !== 'visible')
    await new Promise((resolve) =>
      document.addEventListener('visibilitychange', resolve, { once: true }),
    );
}
