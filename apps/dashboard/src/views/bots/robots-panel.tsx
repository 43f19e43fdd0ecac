import type { Bot } from '../../api/types.js';
import { CopyButton } from '../../parts/copy-button.js';
import { texts } from '../../texts/texts.js';
import { robotsLines } from './robots-lines.js';

/** The lines that keep a bot away, ready to copy. */
export function RobotsPanel({ bot }: { bot: Bot }) {
  const lines = robotsLines(bot);
  if (!lines) return null;
  const { title, about } = texts.bots.robots;
  return (
    <section class="panel" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <CopyButton text={lines} />
      </header>
      <p class="summary">{about(bot.name)}</p>
      <pre tabIndex={0}>{lines}</pre>
    </section>
  );
}
