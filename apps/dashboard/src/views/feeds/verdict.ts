import { type FeedState, feedStateOf } from '@app/findings';
import { counted, inFull } from '../../words/numbers.js';
import type { Counts, Feed } from './feed.js';
import { IMPORTED_FROM, lagInWords } from './lag.js';
import type { Reason } from './reasons.js';

/** Whether a feed works, in words. */
export interface Verdict {
  tone: 'good' | 'warn' | 'bad';
  text: string;
}

/** Says of a feed whether it works, and what to do if it does not. */
export function verdictOf(
  { last_24_hours: today }: Pick<Feed, 'last_24_hours'>,
  reasons: readonly Reason[],
): Verdict {
  const { records, entries, without_address, rejected } = today;
  const most = (result: Reason['result']) => {
    const [first] = reasons
      .filter((reason) => reason.result === result)
      .sort((one, other) => other.today - one.today);
    return first ? `, most often because of ${first.word} (${first.meaning})` : '';
  };
  const verdicts: Record<FeedState, () => Verdict> = {
    silent: () => ({
      tone: 'warn',
      text: 'Nothing has come in the last 24 hours. Look at the log of the sender.',
    }),
    refused: () => ({
      tone: 'bad',
      text: `Every delivery of the last 24 hours was refused${most('refused')}. Correct it in the sender.`,
    }),
    no_records: () => ({
      tone: 'warn',
      text: 'What came had no records. Look at what the sender collects.',
    }),
    skipped: () => ({
      tone: 'warn',
      text: `Every record was skipped${most('skipped')}. Nothing is wrong with that, but none is a visit.`,
    }),
    rejected: () => ({
      tone: 'bad',
      text: `No record could be read as a visit${most('rejected')}. Compare the outlines below with the set-up of the sender, and correct it. What was rejected is not stored, so send it again.`,
    }),
    partly_rejected: () => ({
      tone: 'warn',
      text: `${inFull(rejected)} of ${counted(records, 'record was', 'records were')} rejected${most('rejected')}. Compare the outlines below with the set-up of the sender.`,
    }),
    no_addresses: () => ({
      tone: 'warn',
      text: `${inFull(without_address)} of ${counted(entries, 'entry', 'entries')} have no address: no bot is verified or found to be spoofed, and people are not told from programs by what they did. Let the sender send the address of the visitor, as its set-up says.`,
    }),
    works: () => ({
      tone: 'good',
      text: `It works: ${counted(entries, 'entry', 'entries')} in the last 24 hours.${imported(today)}`,
    }),
  };
  return verdicts[feedStateOf(today)]();
}

/** Says that entries are old because their log was imported, and not because the sender is late. */
function imported({ mean_lag_seconds: age }: Counts): string {
  return age === null || age < IMPORTED_FROM
    ? ''
    : ` They were ${lagInWords(age)} old when they came, as in a log that is imported later.`;
}
