import type { Chosen } from './chosen.js';

const THEMES = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Chooses the colours of the page. */
export function ThemeChoice(props: {
  theme: Chosen['theme'];
  onTheme: (theme: Chosen['theme']) => void;
}) {
  return (
    <fieldset>
      <legend>Colours</legend>
      {THEMES.map(([theme, title]) => (
        <label key={theme}>
          <input
            type="radio"
            name="theme"
            checked={props.theme === theme}
            onChange={() => props.onTheme(theme)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
