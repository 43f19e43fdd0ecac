import type { Bot } from '../../api/types.js';
import { CopyButton } from '../../parts/copy-button.js';
import { robotsLines } from './robots-lines.js';

/** The lines that keep a bot away, ready to copy. */
export function RobotsPanel({ bot }: { bot: Bot }) {
  const lines = robotsLines(bot);
  if (!lines) return null;
  return (
    <section class="panel" aria-label="robots.txt">
      <header>
        <h2>robots.txt</h2>
        <CopyButton text={lines} />
      </header>
      <p class="summary">
        These lines ask {bot.name} to stay away from the whole website. Whether it does is up to its
        operator.
      </p>
      <pre tabIndex={0}>{lines}</pre>
    </section>
  );
}
