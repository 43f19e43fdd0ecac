import { queries } from '../api/queries.js';
import { signOut } from '../api/session.js';
import type { Chosen } from './chosen.js';

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

interface BrowserChoicesProps {
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
}

/** Chooses the colours of the page, and when it asks again. */
export function BrowserChoices({ chosen, onChoose }: BrowserChoicesProps) {
  return (
    <>
      <fieldset>
        <legend>Colours</legend>
        {THEMES.map(([theme, title]) => (
          <label key={theme}>
            <input
              type="radio"
              name="theme"
              checked={chosen.theme === theme}
              onChange={() => onChoose({ theme })}
            />
            {title}
          </label>
        ))}
      </fieldset>
      <label class="line">
        <input
          type="checkbox"
          checked={chosen.live}
          onChange={(event) => onChoose({ live: event.currentTarget.checked })}
        />
        Refresh every 30 seconds
      </label>
      <button type="button" class="quiet" data-closes onClick={() => void queries.refresh()}>
        Refresh now
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
        <a href="docs">API reference</a>
      </li>
      <li>
        <button type="button" class="quiet" onClick={() => void signOutAndAsk()}>
          {leave}
        </button>
      </li>
    </ul>
  );
}
