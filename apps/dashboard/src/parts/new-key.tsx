import { Rich } from '../texts/rich.js';
import { texts } from '../texts/texts.js';
import { CopyButton } from './copy-button.js';

interface NewKeyProps {
  /** What the key is for. */
  name: string;
  value: string;
  /** Takes the value away. */
  onDone: () => void;
}

/** The value of a key, which is shown once and kept nowhere. */
export function NewKey({ name, value, onDone }: NewKeyProps) {
  return (
    <section class="notice new-key" aria-label={texts.parts.newKey.title}>
      <p role="status">
        <Rich text={texts.parts.newKey.once} elements={{ name: () => <b>{name}</b> }} />
      </p>
      <p class="line">
        <code class="whole">{value}</code>
        <CopyButton text={value} what={texts.parts.newKey.copy(name)} />
        <button type="button" onClick={onDone}>
          {texts.common.haveIt}
        </button>
      </p>
    </section>
  );
}
