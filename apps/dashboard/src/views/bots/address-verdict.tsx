import type { Bot } from '../../api/types.js';
import { toneOfVerdict } from './tone-of-verdict.js';
import { type Verifications, verdictInWords } from './verdict-in-words.js';

const TONES = {
  ...{ verified: 'good', mostly: 'good', mixed: 'warn', spoofed: 'bad' },
  'not checkable': 'rest',
} satisfies Record<NonNullable<Bot['verification']>, string>;

/** How many visits of a bot are its own, as far as their addresses prove it. */
export function AddressVerdict({ bot }: { bot: Verifications & Pick<Bot, 'verification'> }) {
  return <Verdict of={bot} tone={TONES[bot.verification ?? 'not checkable']} />;
}

interface VerdictProps {
  of: Verifications;
  /** The colour, where the API has a word for them; by default it follows from the counts. */
  tone?: string;
}

/** How many visits are of whom they name, as far as their addresses prove it. */
export function Verdict({ of, tone = toneOfVerdict(of) }: VerdictProps) {
  const words = verdictInWords(of);
  if (!words) return <>–</>;
  return (
    <span class="verdict">
      <i class={`key tone-${tone}`} />
      <span aria-hidden="true">{words.shown}</span>
      <span class="unseen">{words.heard}</span>
    </span>
  );
}
