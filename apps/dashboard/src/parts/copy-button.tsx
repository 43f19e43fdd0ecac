import { useState } from 'preact/hooks';
import { texts } from '../texts/texts.js';

interface CopyButtonProps {
  text: string;
  /** Names what is copied, where a page has several such buttons. */
  what?: string;
}

/** Browsers let a page copy only over https or on this machine. The text can be marked anyway. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  if (!isSecureContext) return null;
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(text));
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{copied === text ? texts.parts.copied : texts.parts.copy}</span>
      {what && <span class="unseen"> {what}</span>}
    </button>
  );
}
