import '../../style/sign-in.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../api/problem.js';
import { signIn } from '../../api/session.js';
import { Brand } from '../../parts/brand.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';

const words = texts.signIn;

/** Why somebody has to sign in who did not expect it. */
export type WhyNobody = 'session ended' | 'code refused' | Problem;

interface SignInProps {
  /** Why somebody has to sign in who did not expect it. */
  reason: WhyNobody | undefined;
  onSignedIn: () => void;
}

/** Asks for an API key, which is exchanged for a session and is not kept in the browser. */
export function SignIn({ reason, onSignedIn }: SignInProps) {
  const [said, say] = useState(reason && reasonInWords(reason));
  const [isAsking, setAsking] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = words.documentTitle;
    field.current?.focus();
  }, []);
  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    const fault = faultOf(key);
    if (fault) return say(fault);
    setAsking(true);
    const problem = await signIn({ api_key: key });
    setAsking(false);
    if (!problem) return onSignedIn();
    say(inWords(problem));
    field.current?.focus();
  };
  return (
    <main class="sign-in">
      <form class="panel" onSubmit={(event) => void onSubmit(event)}>
        <Brand />
        <h1>{words.title}</h1>
        <p>
          <Rich text={words.what} />
        </p>
        <label for="key">{words.key}</label>
        <input
          ref={field}
          id="key"
          name="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          required
          aria-describedby="said"
        />
        <p id="said" class={said ? 'notice' : ''} role="alert">
          {said}
        </p>
        <button type="submit" class="main" disabled={isAsking}>
          {isAsking ? words.asking : words.title}
        </button>
        {/* Somebody may have sent the address of an account on, in place of a link for others. */}
        <p>
          <Rich text={words.forOthers} />
        </p>
        <WhereKeysAre />
      </form>
    </main>
  );
}

function WhereKeysAre() {
  return (
    <details>
      <summary>{words.where.title}</summary>
      <p>
        <Rich text={words.where.make} />
      </p>
      <pre tabIndex={0}>npm run botgauge -- keys create --account acc_… --kind api</pre>
      <p>
        <Rich text={words.where.list} />
      </p>
    </details>
  );
}

/** Says what can be seen to be wrong before the service is asked. */
function faultOf(key: string): string | undefined {
  if (key.startsWith('bot_')) return words.trackingKey;
  return key.startsWith('api_') ? undefined : words.noApiKey;
}

function reasonInWords(reason: WhyNobody): string {
  switch (reason) {
    case 'session ended':
      return words.ended;
    case 'code refused':
      return words.codeRefused;
    default:
      return inWords(reason);
  }
}

function inWords(problem: Problem): string {
  switch (problem.kind) {
    case 'wait':
      return words.tooMany(problem.seconds);
    case 'signed-out':
      return words.notValid;
    case 'away':
    case 'missing':
    case 'refused':
      return texts.common.sentence(problem.message);
  }
}
