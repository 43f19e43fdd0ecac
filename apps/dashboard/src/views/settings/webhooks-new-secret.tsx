import { CopyButton } from '../../parts/copy-button.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import { asShown } from '../../words/strangers.js';

const { webhooks: words } = texts.settings;

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
    <section class="notice new-key" aria-label={words.newSecret}>
      <p role="status">
        <Rich text={words.once} elements={{ name: () => <b>{asShown(name)}</b> }} />
      </p>
      <p class="line">
        <code class="whole">{secret}</code>
        <CopyButton text={secret} what={words.copy(asShown(name))} />
        <button type="button" onClick={onDone}>
          {texts.common.haveIt}
        </button>
      </p>
    </section>
  );
}
