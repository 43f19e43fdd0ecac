import { useState } from 'preact/hooks';
import type { Bot } from '../../api/types.js';
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

/** Browsers let a page copy only over https or on this machine. The lines can be marked anyway. */
function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  if (!isSecureContext) return null;
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
