import { useState } from 'preact/hooks';
import { lazily } from '../lazy/lazily.js';
import { Menu } from '../parts/menu.js';
import { texts } from '../texts/texts.js';
import type { ViewGroup } from '../views/view.js';
import { type Chosen, choose, currentlyChosen } from './chosen.js';
import { loadMenuParts } from './load-menu-parts.js';

const keys = lazily(async () => (await loadMenuParts()).KeyList);
const choices = lazily(async () => (await loadMenuParts()).BrowserChoices, 5);
const wayOut = lazily(async () => (await loadMenuParts()).WayOut, 2);

interface SettingsMenuProps {
  /** The groups of views that this reader has. */
  groups: readonly ViewGroup[];
  /** How the way out is called. */
  leave?: string;
}

/** What a reader chooses for this browser, the list of keys, and the way out. */
export function SettingsMenu({ groups, leave = texts.frame.signOut }: SettingsMenuProps) {
  const [chosen, setChosen] = useState(currentlyChosen());
  const [isOpen, open] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const set = (change: Partial<Chosen>) => {
    choose(change);
    setChosen(currentlyChosen());
  };
  return (
    <Menu
      label={<Sliders />}
      title={texts.frame.settings}
      class="settings"
      onOpen={() => open(true)}
    >
      {isOpen && <choices.Component chosen={chosen} onChoose={set} />}
      <details id="keys" onToggle={(event) => setShowsKeys(event.currentTarget.open)}>
        <summary>
          {texts.frame.keys.title}
          <kbd>?</kbd>
        </summary>
        {showsKeys && <keys.Component groups={groups} chosen={chosen} onChoose={set} />}
      </details>
      {isOpen && <wayOut.Component leave={leave} />}
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
