import { inlineOf } from './inline.js';

/** A text of a guide, with its emphasis and what is typed. */
export function Inline({ text }: { text: string }) {
  return (
    <>
      {inlineOf(text).map(({ kind, text: words }, index) => {
        if (kind === 'code') return <code key={index}>{words}</code>;
        return kind === 'strong' ? <b key={index}>{words}</b> : words;
      })}
    </>
  );
}
