import { texts } from '../../texts/texts.js';
import { Table } from '../../tables/table.js';
import { Inline } from './inline-text.js';
import type { LoggedPart, Sender } from './feed.js';

const words = texts.feeds.logged;
const PARTS = Object.keys(words.parts) as LoggedPart[];

/** What the log of a sender has, and what that makes visible. */
export function Logged({ sender: { logs } }: { sender: Sender }) {
  return (
    <div class="reasons logged">
      <h3>{words.title}</h3>
      <Table
        caption={words.title}
        rows={PARTS}
        keyOf={(part) => part}
        empty=""
        columns={[
          { id: 'part', title: words.part, cell: (part) => words.parts[part] },
          { id: 'has', title: words.has, cell: (part) => <Has logged={logs[part]} /> },
          { id: 'shows', title: words.shows, cell: (part) => <p>{words.visible[part]}</p> },
        ]}
      />
    </div>
  );
}

/** Whether a log has something, and what there is to say about it. */
function Has({ logged: { has, note } }: { logged: Sender['logs'][LoggedPart] }) {
  if (note === null) return words.levels[has];
  return (
    <>
      {has !== 'with_changes' && <span>{words.levels[has]}</span>}
      <p>
        <Inline text={note} />
      </p>
    </>
  );
}
