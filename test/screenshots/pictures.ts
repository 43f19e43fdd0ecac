// The pictures of README, in both themes. Their days are fixed, because those of the log are.

export interface Picture {
  /** Of the files, before the theme. */
  name: string;
  /** What the page shows. */
  query: string;
}

export const FOLDER = 'docs/images';
export const THEMES = ['light', 'dark'] as const;
/** In CSS pixels. */
export const SIZE = { width: 1280, height: 1000 };
/** Pixels of the picture for each of these. */
export const SCALE = 1.5;
/** Who clones the project gets every version of every picture. */
export const MOST_BYTES = 200_000;

export const PICTURES: readonly Picture[] = [
  // The second week of the log, and the first one beside it.
  { name: 'overview', query: '?start_date=2026-10-12&end_date=2026-10-18&compare=previous' },
  { name: 'bots', query: '?view=bots&start_date=2026-10-05&end_date=2026-10-18' },
];
