import { type FeedState, feedStateOf } from '@app/findings';
import { texts } from '../../texts/texts.js';
import type { Counts, Feed } from './feed.js';
import { IMPORTED_FROM, lagInWords } from './lag.js';
import type { Reason } from './reasons.js';

const words = texts.feeds.verdicts;

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
    return first ? words.most(first.word, first.meaning) : '';
  };
  const verdicts: Record<FeedState, () => Verdict> = {
    silent: () => ({ tone: 'warn', text: words.silent }),
    refused: () => ({ tone: 'bad', text: words.refused(most('refused')) }),
    no_records: () => ({ tone: 'warn', text: words.no_records }),
    skipped: () => ({ tone: 'warn', text: words.skipped(most('skipped')) }),
    rejected: () => ({ tone: 'bad', text: words.rejected(most('rejected')) }),
    partly_rejected: () => ({
      tone: 'warn',
      text: words.partly_rejected(rejected, records, most('rejected')),
    }),
    no_addresses: () => ({ tone: 'warn', text: words.no_addresses(without_address, entries) }),
    works: () => ({ tone: 'good', text: words.works(entries, imported(today)) }),
  };
  return verdicts[feedStateOf(today)]();
}

/** Says that entries are old because their log was imported, and not because the sender is late. */
function imported({ mean_lag_seconds: age }: Counts): string {
  return age === null || age < IMPORTED_FROM ? '' : words.imported(lagInWords(age));
}
