import type { Bot } from '../../api/types.js';
import { counted } from '../../words/numbers.js';

type Verdict = NonNullable<Bot['verification']>;

const WORDS: Record<Verdict, { tone: string; meaning: string }> = {
  verified: { tone: 'good', meaning: 'The addresses belong to the operator' },
  mostly: { tone: 'good', meaning: 'Nearly all addresses belong to the operator' },
  mixed: { tone: 'warn', meaning: 'Some addresses belong to the operator and some do not' },
  spoofed: { tone: 'bad', meaning: 'The addresses do not belong to the operator' },
  'not checkable': { tone: 'rest', meaning: 'Most addresses could not be decided' },
};

/** What the addresses say about who a bot is, in a word. */
export function AddressVerdict({ bot }: { bot: Pick<Bot, 'verification' | 'spoofed_visits'> }) {
  const { verification: verdict, spoofed_visits: spoofed } = bot;
  if (verdict === null) return <>–</>;
  const { tone, meaning } = WORDS[verdict];
  return (
    <span class="verdict" title={`${meaning}; ${counted(spoofed, 'visit')} spoofed`}>
      <i class={`key tone-${tone}`} />
      {verdict}
    </span>
  );
}
