import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { Website } from '../../api/types.js';
import type { Answer } from '../../api/use-answer.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Panel } from '../../parts/panel.js';
import { Said } from '../../parts/said.js';
import { fetchInWords, type Report, textInWords } from './words.js';

const REPORT = '/api/v1/websites/{id}/robots';
const TEXTS = '/api/v1/websites/{id}/robots/texts';

interface TextPanelProps {
  website: Website;
  report: Answer<Report>;
  mayChange: boolean;
}

/** Which text is in force, and how it comes here. */
export function TextPanel({ website, report, mayChange }: TextPanelProps) {
  const { data, problem, isOld } = report;
  return (
    <Panel
      title={`robots.txt of ${website.domain}`}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={4}
    >
      {data && (
        <>
          <p class="summary">
            {textInWords(data)} {fetchInWords(data.fetch)} Visits to other hosts than {data.domain}{' '}
            are judged by it, too.
          </p>
          {mayChange && <Choose website={website} isFetched={data.fetch !== null} />}
        </>
      )}
    </Panel>
  );
}

/** Has the text fetched or not, and takes another one. */
function Choose({ website, isFetched }: { website: Website; isFetched: boolean }) {
  const { said, isUnderWay, make } = useChange();
  const [isOpen, setOpen] = useState(false);
  const params = { path: { id: website.id } };
  const put = (body: { text?: string; from?: string; fetch?: boolean }) =>
    make(() => client.PUT(REPORT, { params, body }), REPORT, TEXTS);
  return (
    <>
      <p class="buttons">
        <button type="button" disabled={isUnderWay} onClick={() => void put({ fetch: !isFetched })}>
          {isFetched ? 'Fetch it no more' : 'Fetch it every day'}
        </button>{' '}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Show or replace the text
        </button>
      </p>
      <Said text={said} />
      {isOpen && (
        <TextForm
          website={website}
          isUnderWay={isUnderWay}
          onSubmit={async (text, from) => {
            const done = await put({ text, ...(from && { from }) });
            if (done) setOpen(false);
          }}
        />
      )}
    </>
  );
}

interface TextFormProps {
  website: Website;
  isUnderWay: boolean;
  onSubmit: (text: string, from: string) => Promise<void>;
}

function TextForm({ website, isUnderWay, onSubmit }: TextFormProps) {
  const { data } = useAnswer(TEXTS, { id: website.id });
  const [typed, setTyped] = useState<string>();
  const [from, setFrom] = useState('');
  const text = typed ?? data?.text ?? '';
  return (
    <form
      class="form robots-form"
      aria-label="Text of robots.txt"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(text, from);
      }}
    >
      <label>
        The text, as the website answers it; empty when it has none
        <textarea
          class="robots-text"
          spellcheck={false}
          value={text}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <label>
        In force from (UTC)
        <input type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <button type="submit" class="main" disabled={isUnderWay}>
        Keep this text
      </button>
      <p class="hint">
        Without a day, the first text is in force from today, and one that replaces another from
        tomorrow: bots may use the one before for a day.
      </p>
    </form>
  );
}
