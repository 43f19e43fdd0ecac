import type { CreatedShare } from '../../api/types.js';
import { CopyButton } from '../../parts/copy-button.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import { asShown } from '../../words/strangers.js';

const { shares: words } = texts.settings;

interface NewLinkProps {
  share: CreatedShare;
  /** Takes the address away. */
  onDone: () => void;
}

/** The address of a shared link, which is shown once and kept nowhere. */
export function NewLink({ share: { name, url }, onDone }: NewLinkProps) {
  return (
    <section class="notice new-key" aria-label={words.newLink}>
      <p role="status">
        <Rich text={words.once} elements={{ name: () => <b>{asShown(name)}</b> }} />
      </p>
      <p class="line">
        <code class="whole">{url}</code>
        <CopyButton text={url} what={words.copy(asShown(name))} />
        <button type="button" onClick={onDone}>
          {texts.common.haveIt}
        </button>
      </p>
    </section>
  );
}
