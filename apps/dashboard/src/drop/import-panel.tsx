import '../style/drop.css';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '../parts/link.js';
import { spanInWords } from '../words/dates.js';
import { counted, inFull, partOf } from '../words/numbers.js';
import { asShown } from '../words/strangers.js';
import { closeImport, type GivenLogs } from './given-logs.js';
import { daysOf, type FileState, type ImportState, totalOf } from './import-state.js';
import { fileInWords, notesOf, strangersInWords } from './in-words.js';
import { importOf } from './log-import.js';

/** The import of logs: shows how far it is, and leads to what it brought. */
export function ImportPanel({ given }: { given: GivenLogs }) {
  const [, redraw] = useState(0);
  const running = importOf(given);
  useEffect(() => running.watch(() => redraw((count) => count + 1)), [running]);
  const { state } = running;
  const isOver = state.phase === 'over';
  const [only] = given.files;
  const what = given.files.length === 1 ? asShown(only?.name ?? '') : `${given.files.length} logs`;
  const title = `Import of ${what} into ${given.website.domain}`;
  return (
    <section class="panel" aria-label={title} aria-busy={!isOver}>
      <header>
        <h2>{title}</h2>
        {isOver ? (
          <button type="button" onClick={closeImport}>
            Close
          </button>
        ) : (
          <button
            type="button"
            disabled={state.phase === 'stopping' || state.phase === 'counting'}
            onClick={() => running.cancel()}
          >
            Cancel
          </button>
        )}
      </header>
      {state.files.map((file, index) => (
        <FilePart key={index} file={file} isOnly={state.files.length === 1} />
      ))}
      <p role="status">{phaseInWords(state)}</p>
      {state.waiting !== undefined && (
        <p class="notice">
          The service lets this import wait ({asShown(state.waiting)}). It goes on by itself.
        </p>
      )}
      {state.keyNote !== undefined && <p class="notice">{state.keyNote}</p>}
      {isOver && <Result state={state} website={given.website} />}
    </section>
  );
}

function phaseInWords(state: ImportState): string {
  switch (state.phase) {
    case 'starting':
      return 'A key is made for this import.';
    case 'reading':
      return 'The file is read in this browser and sent as log entries. Keep this page open.';
    case 'stopping':
      return 'What is under way comes to its end.';
    case 'counting':
      return 'Everything is sent. The service counts it.';
    case 'over':
      return state.problem ?? endInWords(state);
  }
}

function endInWords(state: ImportState): string {
  const { entries, rejected } = totalOf(state);
  const brought = `${counted(entries, 'entry', 'entries')} imported, ${inFull(rejected)} rejected.`;
  const isCancelled = state.files.some(({ fault }) => fault?.kind === 'cancelled');
  return isCancelled
    ? `Cancelled: ${brought} Drop the file again to go on where it stopped.`
    : brought;
}

function FilePart({ file, isOnly }: { file: FileState; isOnly: boolean }) {
  const { name, progress, fault } = file;
  const fraction = file.isEnded && !fault ? 1 : (progress?.fraction ?? 0);
  return (
    <div class="imported">
      {!isOnly && <h3>{asShown(name)}</h3>}
      <progress max={1} value={fraction} aria-label={`Part of ${asShown(name)} that was read`} />
      <p class="summary">
        {partOf(fraction, 1)} · {fileInWords(file)}
      </p>
      {fault && fault.kind !== 'cancelled' && <p class="notice">{asShown(fault.message)}.</p>}
      {progress &&
        notesOf(progress).map((note) => (
          <p key={note} class="notice">
            {note}
          </p>
        ))}
      {progress && progress.rejected > 0 && <Rejects progress={progress} name={name} />}
    </div>
  );
}

function Rejects({
  progress,
  name,
}: {
  progress: NonNullable<FileState['progress']>;
  name: string;
}) {
  const { rejected, firstRejects } = progress;
  const more = rejected - firstRejects.length;
  return (
    <details>
      <summary>{counted(rejected, 'line was rejected', 'lines were rejected')}</summary>
      <ul aria-label={`Rejected lines of ${asShown(name)}`}>
        {firstRejects.map(({ line, reason, text }, at) => (
          <li key={at}>
            <b>Line {inFull(line)}</b> {reason}
            {text !== '' && <code>{asShown(text)}</code>}
          </li>
        ))}
      </ul>
      {more > 0 && <p class="summary">… and {inFull(more)} more</p>}
    </details>
  );
}

/** Says which hosts are no website, and leads to the websites that got entries. */
function Result({ state, website }: { state: ImportState; website: GivenLogs['website'] }) {
  const { countedAt } = state;
  const { span } = totalOf(state);
  if (!span) return null;
  const days = daysOf(span);
  const found = countedAt?.websites ?? [];
  const strangers = countedAt ? strangersInWords(countedAt, website.domain) : [];
  const isAsExpected = found.every((one) => one.website.id === website.id);
  if (isAsExpected && strangers.length === 0)
    return <ToDays days={days} website={website} text={`Show ${spanInWords(days)}`} />;
  return (
    <>
      {strangers.map((line) => (
        <p key={line} class="notice">
          {line}
        </p>
      ))}
      {found.map(({ website: one, entries }) => (
        <p key={one.id}>
          <ToDays
            days={days}
            website={one}
            text={`Show ${spanInWords(days)} of ${one.domain}: ${counted(entries, 'entry', 'entries')}`}
          />
        </p>
      ))}
      {countedAt && countedAt.moreWebsites > 0 && (
        <p class="summary">
          … and {counted(countedAt.moreWebsites, 'more website', 'more websites')}
        </p>
      )}
    </>
  );
}

function ToDays({
  days,
  website,
  text,
}: {
  days: ReturnType<typeof daysOf>;
  website: GivenLogs['website'];
  text: string;
}) {
  const to = {
    ...{ view: undefined, tab: undefined, timezone: undefined, filters: {} },
    ...{ website: website.id, days },
  };
  return (
    <Link to={to} class="main">
      {text}
    </Link>
  );
}
