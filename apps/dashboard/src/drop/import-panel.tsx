import '../style/drop.css';
import { useEffect, useState } from 'preact/hooks';
import { Link } from '../parts/link.js';
import { texts } from '../texts/texts.js';
import { spanInWords } from '../words/dates.js';
import { partOf } from '../words/numbers.js';
import { asShown } from '../words/strangers.js';
import { closeImport, type GivenLogs } from './given-logs.js';
import { daysOf, type FileState, type ImportState, totalOf } from './import-state.js';
import { faultInWords, fileInWords, notesOf, strangersInWords } from './in-words.js';
import { importOf } from './log-import.js';

/** The import of logs: shows how far it is, and leads to what it brought. */
export function ImportPanel({ given }: { given: GivenLogs }) {
  const [, redraw] = useState(0);
  const running = importOf(given);
  useEffect(() => running.watch(() => redraw((count) => count + 1)), [running]);
  const { state } = running;
  const isOver = state.phase === 'over';
  const [only] = given.files;
  const { domain } = given.website;
  const title =
    given.files.length === 1
      ? texts.drop.titleOfOne(asShown(only?.name ?? ''), domain)
      : texts.drop.titleOfMany(given.files.length, domain);
  return (
    <section class="panel" aria-label={title} aria-busy={!isOver}>
      <header>
        <h2>{title}</h2>
        {isOver ? (
          <button type="button" onClick={closeImport}>
            {texts.common.close}
          </button>
        ) : (
          <button
            type="button"
            disabled={state.phase === 'stopping' || state.phase === 'counting'}
            onClick={() => running.cancel()}
          >
            {texts.common.cancel}
          </button>
        )}
      </header>
      {state.files.map((file, index) => (
        <FilePart key={index} file={file} isOnly={state.files.length === 1} />
      ))}
      <p role="status">{phaseInWords(state)}</p>
      {state.waiting !== undefined && (
        <p class="notice">{texts.drop.waits(asShown(state.waiting || texts.drop.unreachable))}</p>
      )}
      {state.keyNote !== undefined && <p class="notice">{state.keyNote}</p>}
      {isOver && <Result state={state} website={given.website} />}
    </section>
  );
}

function phaseInWords(state: ImportState): string {
  if (state.phase !== 'over') return texts.drop.phases[state.phase];
  return state.problem ?? endInWords(state);
}

function endInWords(state: ImportState): string {
  const isCancelled = state.files.some(({ fault }) => fault?.kind === 'cancelled');
  return (isCancelled ? texts.drop.cancelled : texts.drop.done)(totalOf(state));
}

function FilePart({ file, isOnly }: { file: FileState; isOnly: boolean }) {
  const { progress, fault } = file;
  const name = asShown(file.name);
  const why = fault && faultInWords(fault, file.name);
  const fraction = file.isEnded && !fault ? 1 : (progress?.fraction ?? 0);
  return (
    <div class="imported">
      {!isOnly && <h3>{name}</h3>}
      <progress max={1} value={fraction} aria-label={texts.drop.file.read(name)} />
      <p class="summary">
        {partOf(fraction, 1)} · {fileInWords(file)}
      </p>
      {why && <p class="notice">{asShown(why)}</p>}
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
      <summary>{texts.drop.file.rejects(rejected)}</summary>
      <ul aria-label={texts.drop.file.rejectedLines(name)}>
        {firstRejects.map(({ line, reason, text }, at) => (
          <li key={at}>
            <b>{texts.drop.file.line(line)}</b> {reason}
            {text !== '' && <code>{asShown(text)}</code>}
          </li>
        ))}
      </ul>
      {more > 0 && <p class="summary">{texts.drop.file.moreRejects(more)}</p>}
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
    return <ToDays days={days} website={website} text={texts.drop.show(spanInWords(days))} />;
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
            text={texts.drop.ofWebsite({
              ...{ days: spanInWords(days), domain: one.domain, entries },
            })}
          />
        </p>
      ))}
      {countedAt && countedAt.moreWebsites > 0 && (
        <p class="summary">{texts.drop.moreWebsites(countedAt.moreWebsites)}</p>
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
