import '../../style/sign-in.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../api/problem.js';
import { signIn } from '../../api/session.js';
import { Brand } from '../../parts/brand.js';

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
    document.title = 'Sign in – Botgauge';
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
        <h1>Sign in</h1>
        <p>
          Paste an API key of your account. It starts with <code>api_</code>. The page exchanges it
          for a session and does not keep it.
        </p>
        <label for="key">API key</label>
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
          {isAsking ? 'Signing in …' : 'Sign in'}
        </button>
        <ForOthers />
        <WhereKeysAre />
      </form>
    </main>
  );
}

/** Somebody may have sent the address of an account on, in place of a link for others. */
function ForOthers() {
  return (
    <p>
      Did somebody send you this address? It opens with a key of their account only. For others they
      make a link in <b>Settings → Shared links</b>, which needs no key: ask for one.
    </p>
  );
}

function WhereKeysAre() {
  return (
    <details>
      <summary>Where do I find a key?</summary>
      <p>
        <code>npm start</code> and <code>npm run botgauge -- sessions sign-in</code> print an
        address that signs you in without a key. Whoever runs the service makes a key with
      </p>
      <pre tabIndex={0}>npm run botgauge -- keys create --account acc_… --kind api</pre>
      <p>
        and lists the accounts with <code>npm run botgauge -- accounts list</code>.
      </p>
    </details>
  );
}

/** Says what can be seen to be wrong before the service is asked. */
function faultOf(key: string): string | undefined {
  if (key.startsWith('bot_'))
    return 'This is a Bot Tracking Key, with which logs are sent. Signing in takes an API key, api_….';
  if (!key.startsWith('api_')) return 'An API key starts with api_.';
  return undefined;
}

function reasonInWords(reason: WhyNobody): string {
  switch (reason) {
    case 'session ended':
      return 'Your session has ended. Sign in again to go on where you were.';
    case 'code refused':
      return 'This address was used before, or is older than five minutes. Sign in with an API key, or let npm run botgauge -- sessions sign-in print another address.';
    default:
      return inWords(reason);
  }
}

function inWords(problem: Problem): string {
  switch (problem.kind) {
    case 'wait':
      return `Too many attempts. Try again in ${problem.seconds} s.`;
    case 'signed-out':
      return 'This is not a valid API key. Perhaps it was revoked, or a part is missing.';
    case 'away':
    case 'missing':
    case 'refused':
      return `${problem.message}.`;
  }
}
