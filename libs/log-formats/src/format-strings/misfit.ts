import { type RecordResult, reject } from '../record-reader.js';
import type { Matcher, Misfit } from './matcher.js';
import type { Directive } from './pieces.js';
import { shown } from './source-text.js';

const LONGEST_FOUND = 24;

/**
 * Returns the reject of a line that does not fit its format: at which directive, what was expected,
 * and in which form something else stood there. The message is stored and shown, so letters and digits
 * of the line are hidden.
 */
export function rejectOf({ front, steps }: Matcher, misfit: Misfit, line: string): RecordResult {
  const { at, isBehind } = misfit;
  const step = steps[misfit.step];
  const place = step
    ? `at ${shown(step.directive.name)} (${ordinal(step.number)} directive)`
    : 'behind the last directive';
  const expected = step ? expectedAt(step.directive, step.behind, isBehind) : 'the end of the line';
  const isFront = step === steps[0] && !isBehind && !line.startsWith(front);
  const what = isFront ? `${quoted(front)} in front of it` : expected;
  const isOver = at >= line.length;
  const isCutOff = isOver || (step?.behind.startsWith('"') && !line.includes('"', at));
  return reject(
    isCutOff ? 'cut_off' : 'unknown_shape',
    `does not fit the format string: ${place} expected ${what}, found ${isOver ? 'the end of the line' : foundAt(line, at)}`,
  );
}

function expectedAt({ form, time }: Directive, behind: string, isBehind: boolean): string {
  if (form === 'status' && !isBehind) return 'digits';
  if (form === 'time' && !isBehind) return `a time like ${shown(time?.text ?? '')}`;
  return behind === '' ? 'the end of the line' : `${quoted(behind)} behind it`;
}

/** Returns the form of what stands there: `999.9.9 - aaaa`. */
function foundAt(line: string, at: number): string {
  const text = line.slice(at, at + LONGEST_FOUND);
  const masked = text
    .replace(/[A-Z]/g, 'A')
    .replace(/[a-z]/g, 'a')
    .replace(/\d/g, '9')
    .replace(/[^\x20-\x7e]/g, '?');
  return quoted(at + LONGEST_FOUND < line.length ? `${masked}…` : masked);
}

function quoted(text: string): string {
  return `\`${shown(text)}\``;
}

function ordinal(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}
