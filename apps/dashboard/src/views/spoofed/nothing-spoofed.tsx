import { texts } from '../../texts/texts.js';
import type { Nothing } from './verdicts.js';

/** Stands for the lists when there is no spoofed visit: what that means, and what to do. */
export function NothingSpoofed({ why }: { why: Nothing }) {
  const { title, what } = texts.spoofed.nothing[why];
  return (
    <section class="panel wide-notice">
      <h2>{title}</h2>
      <p>{what}</p>
    </section>
  );
}
