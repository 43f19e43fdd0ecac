import { toneOfVerdict } from './tone-of-verdict.js';
import { type Verifications, verdictInWords } from './verdict-in-words.js';

/** How many visits are of whom they name, as far as their addresses prove it. */
export function Verdict({ of }: { of: Verifications }) {
  const words = verdictInWords(of);
  if (!words) return <>–</>;
  return (
    <span class="verdict">
      <i class={`key tone-${toneOfVerdict(of)}`} />
      <span aria-hidden="true">{words.shown}</span>
      <span class="unseen">{words.heard}</span>
    </span>
  );
}
