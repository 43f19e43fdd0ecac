import { CopyButton } from '../../parts/copy-button.js';
import { texts } from '../../texts/texts.js';
import { inlineOf } from './inline.js';
import type { Sender } from './feed.js';

interface GuidePartProps {
  part: Sender['parts'][number];
  /** Stands where the key belongs. */
  place: string;
  /** The key; undefined as long as none was made. */
  value: string | undefined;
}

/** A paragraph, a block to copy or a table of a guide, with the key in its place. */
export function GuidePart({ part, place, value }: GuidePartProps) {
  const filled = (text: string) => (value === undefined ? text : text.replaceAll(place, value));
  switch (part.kind) {
    case 'text':
      return (
        <p>
          {part.step !== null && <b class="step">{part.step}</b>}
          <Inline text={filled(part.text)} />
        </p>
      );
    case 'code':
      return (
        <div class="block">
          <pre tabIndex={0}>{filled(part.text)}</pre>
          <CopyButton text={filled(part.text)} what={texts.feeds.thisBlock} />
        </div>
      );
    case 'table':
      return <PartTable rows={part.rows.map((row) => row.map(filled))} />;
  }
}

function PartTable({ rows: [head = [], ...rows] }: { rows: string[][] }) {
  return (
    <div class="wraps">
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...cells]) => (
            <tr key={first}>
              <th scope="row">
                <Inline text={first} />
              </th>
              {cells.map((cell, index) => (
                <td key={index}>
                  <Inline text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Inline({ text }: { text: string }) {
  return (
    <>
      {inlineOf(text).map(({ kind, text: words }, index) => {
        if (kind === 'code') return <code key={index}>{words}</code>;
        return kind === 'strong' ? <b key={index}>{words}</b> : words;
      })}
    </>
  );
}
