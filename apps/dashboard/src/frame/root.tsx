import { useEffect, useState } from 'preact/hooks';
import { queries } from '../api/queries.js';
import { SignIn } from '../views/sign-in/sign-in.js';
import { Frame } from './frame.js';

/**
 * Shows the page, or asks for a key while nobody is signed in. The address stays as it is, so
 * whoever signs in comes to what it names.
 */
export function Root({ problem }: { problem: string | undefined }) {
  const [isOut, setOut] = useState(problem !== undefined);
  const [wasIn, setWasIn] = useState(false);
  useEffect(
    () =>
      queries.watch(() => {
        if (queries.problems[0]?.kind === 'signed-out') setOut(true);
        else if (queries.oldest !== undefined) setWasIn(true);
      }),
    [],
  );
  if (!isOut) return <Frame />;
  const reason = wasIn ? 'Your session has ended. Sign in again to go on where you were.' : problem;
  return <SignIn reason={reason} onSignedIn={() => setOut(false)} />;
}
