import '../style/sign-in.css';
import { useEffect, useState } from 'preact/hooks';
import { type Problem, problemInWords } from '../api/problem.js';
import { Brand } from '../parts/brand.js';
import { texts } from '../texts/texts.js';
import { asShown } from '../words/strangers.js';
import { type Entered, openLinkInstead, type Tell } from './enter.js';

const { link: words } = texts.frame;

interface LinkNoticeProps {
  entered: Extract<Entered, { kind: 'signed in' | 'no link' }>;
  onEntered: Tell;
}

/** What stands there instead of what a shared link would show. */
export function LinkNotice({ entered, onEntered }: LinkNoticeProps) {
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    document.title = words.title;
  }, []);
  if (entered.kind === 'no link')
    return (
      <main class="sign-in">
        <section class="panel">
          <Brand />
          <h1>{words.noLink}</h1>
          <p role="alert">{whyNot(entered.problem)}</p>
          <button type="button" onClick={() => onEntered({ kind: 'nobody' })}>
            {words.signIn}
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
        <h1>{words.ask}</h1>
        <p>{words.account(asShown(entered.account))}</p>
        <button type="button" class="main" onClick={() => onEntered({ kind: 'account' })}>
          {words.stay}
        </button>
        <button type="button" disabled={isAsking} onClick={() => void open()}>
          {words.open}
        </button>
      </section>
    </main>
  );
}

function whyNot(problem: Problem): string {
  return problem.kind === 'signed-out' ? words.ended : problemInWords(problem);
}
