import type { Bot } from '../../api/types.js';
import { verdictInWords } from './verdict-in-words.js';

const TONES: Record<NonNullable<Bot['verification']>, string> = {
  ...{ verified: 'good', mostly: 'good', mixed: 'warn', spoofed: 'bad' },
  'not checkable': 'rest',
};

/** How many visits of a bot are its own, as far as their addresses prove it. */
export function AddressVerdict({ bot }: { bot: Parameters<typeof verdictInWords>[0] }) {
  const words = verdictInWords(bot);
  if (!words || bot.verification === null) return <>–</>;
  return (
    <span class="verdict">
      <i class={`key tone-${TONES[bot.verification]}`} />
      <span aria-hidden="true">{words.shown}</span>
      <span class="unseen">{words.heard}</span>
    </span>
  );
}
