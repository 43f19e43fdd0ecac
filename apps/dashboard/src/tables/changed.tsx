import { changeInWords } from '../words/changes.js';
import { inFull } from '../words/numbers.js';

interface ChangedProps {
  /** The count of the whole period; null where it is not known. */
  count: number | null;
  /** The count of what is compared, and the same of the days before; left out where nothing is compared. */
  now?: number | null | undefined;
  before?: number | null | undefined;
}

/** A count, behind its change from the days before. */
export function Changed({ count, now, before }: ChangedProps) {
  return (
    <>
      {typeof now === 'number' && typeof before === 'number' && (
        <small>{changeInWords(now, before)} </small>
      )}
      {count === null ? '–' : inFull(count)}
    </>
  );
}
