import { useEffect, useState } from 'preact/hooks';
import { queries } from '../api/queries.js';
import { lazily } from '../lazy/lazily.js';
import { enter, enterAsNow, type Entered } from './enter.js';
import { Frame } from './frame.js';

const sharedFrame = lazily(async () => (await import('./shared-frame.js')).SharedFrame);
const signIn = lazily(async () => (await import('../views/sign-in/sign-in.js')).SignIn);
const waiting = lazily(async () => (await import('./waiting.js')).Waiting);
const linkNotice = lazily(async () => (await import('./link-notice.js')).LinkNotice);

/**
 * Shows the page, or asks for a key while nobody is signed in. The address stays as it is, so
 * whoever signs in comes to what it names.
 */
export function Root() {
  const [entered, tell] = useState<Entered>({ kind: 'entering' });
  useEffect(() => void enter(tell), []);
  useEffect(
    () =>
      queries.watch(() => {
        if (queries.problems[0]?.kind === 'signed-out') tell(afterEnd);
      }),
    [],
  );
  switch (entered.kind) {
    case 'entering':
      return null;
    case 'waiting':
      return <waiting.Component {...entered} />;
    case 'account':
      return <Frame />;
    case 'reader':
      return <sharedFrame.Component shared={entered.shared} />;
    case 'nobody':
      return <signIn.Component reason={entered.reason} onSignedIn={() => void enterAsNow(tell)} />;
    case 'signed in':
    case 'no link':
      return <linkNotice.Component entered={entered} onEntered={tell} />;
  }
}

/** What comes after a session or a shared link has ended while it was shown. */
function afterEnd(entered: Entered): Entered {
  if (entered.kind === 'account') return { kind: 'nobody', reason: 'session ended' };
  return entered.kind === 'reader' ? { kind: 'no link', problem: { kind: 'signed-out' } } : entered;
}
