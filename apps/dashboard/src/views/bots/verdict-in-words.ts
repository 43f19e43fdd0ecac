import type { Bot } from '../../api/types.js';
import { texts } from '../../texts/texts.js';
import { partOf } from '../../words/numbers.js';

/** Visits by what their addresses prove. */
export type Verifications = Pick<Bot, 'verified_visits' | 'spoofed_visits' | 'unverifiable_visits'>;

/** What is known of whether a bot is who it says it is. */
export interface VerdictWords {
  /** `93% real · 29 fake` */
  shown: string;
  /** The same for readers that hear it, with all counts. */
  heard: string;
}

/** Says how many of the checked visits of a bot are its own; undefined where none was checked. */
export function verdictInWords(bot: Verifications): VerdictWords | undefined {
  const { verified_visits: real, spoofed_visits: fake, unverifiable_visits: open } = bot;
  const checked = real + fake + open;
  if (checked === 0) return undefined;
  const words = texts.bots.verdict;
  return {
    shown:
      real + fake === 0
        ? words.notCheckable
        : [
            words.real(real < checked ? shareBelowAll(real, checked) : partOf(real, checked)),
            ...(fake > 0 ? [words.fake(fake)] : []),
            ...(open > 0 ? [words.unknown(open)] : []),
          ].join(' · '),
    heard: words.heard({ checked, verified: real, spoofed: fake, undecided: open }),
  };
}

/** Nearly all is not all, however it is rounded. */
function shareBelowAll(part: number, all: number): string {
  const share = partOf(part, all);
  return share === partOf(all, all) ? `> ${partOf(99, 100)}` : share;
}
