import { isPlaceHash, type Place, type VisitPlace } from '@app/storage';
import { noCursor } from '../reports/list-order.js';

/** More equal visits than that are in no list. */
const MOST_EQUAL = 2 ** 31 - 1;

/** Returns the place of a visit as the cursor of any list writes it. */
export function toPlace({ time, hash, given }: VisitPlace): Place {
  return { numbers: [time, given], texts: [hash] };
}

/**
 * Reads what a cursor of this list has.
 *
 * @throws ApiError VALIDATION_ERROR when no answer can have given it
 */
export function fromPlace(
  { numbers, texts }: Place,
  { from, to }: { from: number; to: number },
): VisitPlace {
  const [time, given] = numbers;
  const [hash] = texts;
  const isWhole = numbers.length === 2 && texts.length === 1;
  if (!isWhole || time === undefined || given === undefined || hash === undefined) throw noCursor();
  const isInside = time >= from && time <= to && given >= 0 && given <= MOST_EQUAL;
  if (!isInside || !isPlaceHash(hash)) throw noCursor();
  return { time, hash, given };
}
