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
    <section class="notice new-key" aria-label="New key">
      <p role="status">
        <b>{name}</b>: this value is shown only now. Copy it to where it is needed.
      </p>
      <p class="line">
        <code class="whole">{value}</code>
        <CopyButton text={value} what={`the key ${name}`} />
        <button type="button" onClick={onDone}>
          I have it
        </button>
      </p>
    </section>
  );
}
