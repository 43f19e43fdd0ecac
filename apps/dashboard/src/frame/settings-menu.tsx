import { useState } from 'preact/hooks';
import { lazily } from '../lazy/lazily.js';
import { queries } from '../api/queries.js';
import { signOut } from '../api/session.js';
import { Menu } from '../parts/menu.js';
import { type Chosen, choose, currentlyChosen } from './chosen.js';

const Keys = lazily(async () => (await import('./key-list.js')).KeyList);
const Themes = lazily(async () => (await import('./theme-choice.js')).ThemeChoice, 3);

interface SettingsMenuProps {
  /** How the way out is called. */
  leave?: string;
}

/** What a reader chooses for this browser, the list of keys, and the way out. */
export function SettingsMenu({ leave: wayOut = 'Sign out' }: SettingsMenuProps) {
  const [chosen, setChosen] = useState(currentlyChosen());
  const [isOpen, open] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const set = (change: Partial<Chosen>) => {
    choose(change);
    setChosen(currentlyChosen());
  };
  const leave = async () => {
    await signOut();
    // Asking again finds nobody signed in, and the page asks for a key.
    location.reload();
  };
  return (
    <Menu label={<Sliders />} title="Settings" class="settings" onOpen={() => open(true)}>
      {isOpen && <Themes.Component theme={chosen.theme} onTheme={(theme) => set({ theme })} />}
      <label class="line">
        <input
          type="checkbox"
          checked={chosen.live}
          onChange={(event) => set({ live: event.currentTarget.checked })}
        />
        Refresh every 30 seconds
      </label>
      <button type="button" class="quiet" data-closes onClick={() => void queries.refresh()}>
        Refresh now
      </button>
      <details id="keys" onToggle={(event) => setShowsKeys(event.currentTarget.open)}>
        <summary>
          Keys<kbd>?</kbd>
        </summary>
        <label class="line">
          <input
            type="checkbox"
            checked={chosen.keys}
            onChange={(event) => set({ keys: event.currentTarget.checked })}
          />
          Single keys do something
        </label>
        {showsKeys && <Keys.Component />}
      </details>
      <ul>
        <li>
          <a href="docs">API reference</a>
        </li>
        <li>
          <button type="button" class="quiet" onClick={() => void leave()}>
            {wayOut}
          </button>
        </li>
      </ul>
    </Menu>
  );
}

function Sliders() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" class="sign" aria-hidden="true">
      <path d="M1 4h8m4 0h2M1 12h2m4 0h8M9 2v4M7 10v4" />
    </svg>
  );
}
