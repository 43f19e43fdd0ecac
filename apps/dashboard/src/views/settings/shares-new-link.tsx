import type { CreatedShare } from '../../api/types.js';
import { CopyButton } from '../../parts/copy-button.js';
import { asShown } from '../../words/strangers.js';

interface NewLinkProps {
  share: CreatedShare;
  /** Takes the address away. */
  onDone: () => void;
}

/** The address of a shared link, which is shown once and kept nowhere. */
export function NewLink({ share: { name, url }, onDone }: NewLinkProps) {
  return (
    <section class="notice new-key" aria-label="New link">
      <p role="status">
        <b>{asShown(name)}</b>: this address is shown only now. Copy it and send it to whom it is
        for.
      </p>
      <p class="line">
        <code class="whole">{url}</code>
        <CopyButton text={url} what={`the link ${asShown(name)}`} />
        <button type="button" onClick={onDone}>
          I have it
        </button>
      </p>
    </section>
  );
}
