import '../style/sign-in.css';
import { useEffect, useState } from 'preact/hooks';
import { type Problem, problemInWords } from '../api/problem.js';
import { Brand } from '../parts/brand.js';
import { asShown } from '../words/strangers.js';
import { type Entered, openLinkInstead, type Tell } from './enter.js';

interface LinkNoticeProps {
  entered: Extract<Entered, { kind: 'signed in' | 'no link' }>;
  onEntered: Tell;
}

/** What stands there instead of what a shared link would show. */
export function LinkNotice({ entered, onEntered }: LinkNoticeProps) {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    document.title = 'Shared link – Botgauge';
  }, []);
  if (entered.kind === 'no link')
    return (
      <main class="sign-in">
        <section class="panel">
          <Brand />
          <h1>This shared link does not open</h1>
          <p role="alert">{whyNot(entered.problem)}</p>
          <button type="button" onClick={() => onEntered({ kind: 'nobody' })}>
            Sign in with an API key
          </button>
        </section>
      </main>
    );
  const open = async () => {
    setAsking(true);
    await openLinkInstead(entered.token, onEntered);
  };
  return (
    <main class="sign-in">
      <section class="panel">
        <Brand />
        <h1>Open this shared link?</h1>
        <p>
          This browser is signed in to the account {asShown(entered.account)}. It shows either that
          account or the shared link. To see both, open the link in a private window.
        </p>
        <button type="button" class="main" onClick={() => onEntered({ kind: 'account' })}>
          Stay signed in
        </button>
        <button type="button" disabled={isAsking} onClick={() => void open()}>
          Sign out and open the link
        </button>
      </section>
    </main>
  );
}

function whyNot(problem: Problem): string {
  return problem.kind === 'signed-out'
    ? 'This link was revoked or has expired. Ask for another one where you got it.'
    : problemInWords(problem);
}
