/** What this reader chose for this browser. It is kept there, and is no part of what a link shows. */
export interface Chosen {
  theme: 'system' | 'light' | 'dark';
  /** Whether the page asks again by itself. */
  live: boolean;
  /** Whether single keys do something (WCAG 2.1.4). */
  keys: boolean;
}

const PLACE = 'botgauge';
const DEFAULT: Chosen = { theme: 'system', live: true, keys: true };

/** A browser may forbid to keep anything. */
function read(): Chosen {
  try {
    return { ...DEFAULT, ...(JSON.parse(localStorage.getItem(PLACE) ?? '{}') as object) };
  } catch {
    return DEFAULT;
  }
}

let chosen = read();
export const currentlyChosen = (): Chosen => chosen;

export function choose(change: Partial<Chosen>): void {
  chosen = { ...chosen, ...change };
  try {
    localStorage.setItem(PLACE, JSON.stringify(chosen));
  } catch {
    // Then it holds until the page is closed.
  }
  showTheme();
}

/** Makes the page light or dark. The style sheet follows the system where nothing was chosen. */
export function showTheme(): void {
  const { theme } = chosen;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
