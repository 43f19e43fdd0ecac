import { CopyButton } from '../../parts/copy-button.js';
import { asShown } from '../../words/strangers.js';

/** A webhook with a secret that was just made. */
export interface MadeSecret {
  name: string;
  secret: string;
}

interface NewSecretProps {
  of: MadeSecret;
  /** Takes the secret away. */
  onDone: () => void;
}

/** The secret of a webhook, which is shown once. */
export function NewSecret({ of: { name, secret }, onDone }: NewSecretProps) {
  return (
    <section class="notice new-key" aria-label="New secret">
      <p role="status">
        <b>{asShown(name)}</b>: this secret is shown only now. Give it to the receiver, which checks
        with it that a message is from here.
      </p>
      <p class="line">
        <code class="whole">{secret}</code>
        <CopyButton text={secret} what={`the secret of ${asShown(name)}`} />
        <button type="button" onClick={onDone}>
          I have it
        </button>
      </p>
    </section>
  );
}
