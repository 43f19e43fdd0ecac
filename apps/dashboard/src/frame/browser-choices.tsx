import { queries } from '../api/queries.js';
import { signOut } from '../api/session.js';
import { texts } from '../texts/texts.js';
import type { Chosen } from './chosen.js';

const THEMES = ['system', 'light', 'dark'] as const;

interface BrowserChoicesProps {
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
}

/** Chooses the colours of the page, and when it asks again. */
export function BrowserChoices({ chosen, onChoose }: BrowserChoicesProps) {
  return (
    <>
      <fieldset>
        <legend>{texts.frame.themes.title}</legend>
        {THEMES.map((theme) => (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              checked={chosen.theme === theme}
              onChange={() => onChoose({ theme })}
            />
            {texts.frame.themes[theme]}
          </label>
        ))}
      </fieldset>
      <label class="line">
        <input
          type="checkbox"
          checked={chosen.live}
          onChange={(event) => onChoose({ live: event.currentTarget.checked })}
        />
        {texts.frame.refresh}
      </label>
      <button type="button" class="quiet" data-closes onClick={() => void queries.refresh()}>
        {texts.frame.refreshNow}
      </button>
    </>
  );
}

async function signOutAndAsk(): Promise<void> {
  await signOut();
  // Asking again finds nobody signed in, and the page asks for a key.
  location.reload();
}

/** The description of the API, and how one leaves. */
export function WayOut({ leave }: { leave: string }) {
  return (
    <ul>
      <li>
        <a href="docs">{texts.common.apiReference}</a>
      </li>
      <li>
        <button type="button" class="quiet" onClick={() => void signOutAndAsk()}>
          {leave}
        </button>
      </li>
    </ul>
  );
}
