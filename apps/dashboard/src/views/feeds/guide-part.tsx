import { CopyButton } from '../../parts/copy-button.js';
import { texts } from '../../texts/texts.js';
import { Inline } from './inline-text.js';
import type { Sender } from './feed.js';

interface GuidePartProps {
  part: Sender['parts'][number];
  /** Returns a text with the key and the website in their places. */
  filled: (text: string) => string;
}

/** A heading, a paragraph, a block to copy or a table of a guide. */
export function GuidePart({ part, filled }: GuidePartProps) {
  switch (part.kind) {
    case 'heading':
      return <h3>{part.text}</h3>;
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
