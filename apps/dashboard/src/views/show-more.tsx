import { texts } from '../texts/texts.js';

/** So many rows are shown at first, and after each wish for more. The API gives no more at once. */
export const STEPS = [50, 200, 1_000] as const;
export const MOST_ROWS = 1_000;

interface ShowMoreProps {
  /** The position in `STEPS`. */
  step: number;
  onMore: () => void;
  /** What stands there when there is no further step: how to see others. */
  end: string;
}

/** Shows more rows of a list that has as many as were asked for. */
export function ShowMore({ step, onMore, end }: ShowMoreProps) {
  const next = STEPS[step + 1];
  if (next === undefined) return <p class="summary">{texts.views.firstRows(end)}</p>;
  return (
    <button type="button" onClick={onMore}>
      {texts.views.showUpTo(next)}
    </button>
  );
}
