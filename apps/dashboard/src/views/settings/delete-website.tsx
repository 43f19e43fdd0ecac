import { useState } from 'preact/hooks';
import { navigate } from '../../address/navigation.js';
import { client } from '../../api/client.js';
import { queries } from '../../api/queries.js';
import type { Website } from '../../api/types.js';
import { useChange } from '../../api/use-change.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';

const { delete: words } = texts.settings.websites;

interface DeleteWebsiteProps {
  website: Website;
  /** Whether the page shows this website. */
  isShown: boolean;
  onDone: () => void;
}

/** Deletes a website, for which its domain must be typed: nothing of it comes back. */
export function DeleteWebsite({ website: { id, domain }, isShown, onDone }: DeleteWebsiteProps) {
  const [typed, setTyped] = useState('');
  const { said, isUnderWay, make } = useChange();
  const remove = async (event: Event) => {
    event.preventDefault();
    const gone = await make(() =>
      client.DELETE('/api/v1/websites/{id}', { params: { path: { id } } }),
    );
    if (!gone) return;
    // The list comes first: without it, the page would look for the only website there was.
    await queries.askAgain(['/api/v1/websites']);
    if (isShown) navigate({ website: undefined, view: undefined, tab: undefined, filters: {} });
    else onDone();
  };
  return (
    <form class="form" aria-label={words.title(domain)} onSubmit={(event) => void remove(event)}>
      <p class="notice hint">{words.what(domain)}</p>
      <label>
        {words.type(domain)}
        <input
          type="text"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="danger" disabled={isUnderWay || typed.trim() !== domain}>
        {words.submit}
      </button>
      <button type="button" onClick={onDone}>
        {words.keep}
      </button>
      <Said text={said} />
    </form>
  );
}
