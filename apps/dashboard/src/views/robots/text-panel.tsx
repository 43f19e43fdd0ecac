import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { Website } from '../../api/types.js';
import type { Answer } from '../../api/use-answer.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { Panel } from '../../parts/panel.js';
import { Said } from '../../parts/said.js';
import { texts } from '../../texts/texts.js';
import { fetchInWords, type Report, textInWords } from './words.js';

const TEXTS = texts.robots.text;
const REPORT = '/api/v1/websites/{id}/robots';
const KEPT = '/api/v1/websites/{id}/robots/texts';

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
      title={TEXTS.title(website.domain)}
      isThere={data !== undefined}
      problem={problem}
      isOld={isOld}
      lines={4}
    >
      {data && (
        <>
          <p class="summary">
            {textInWords(data)} {fetchInWords(data.fetch)} {TEXTS.otherHosts(data.domain)}
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
    make(() => client.PUT(REPORT, { params, body }), REPORT, KEPT);
  return (
    <>
      <p class="buttons">
        <button type="button" disabled={isUnderWay} onClick={() => void put({ fetch: !isFetched })}>
          {isFetched ? TEXTS.stopFetching : texts.common.fetch.everyDay}
        </button>{' '}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {TEXTS.showOrReplace}
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
  const { data } = useAnswer(KEPT, { id: website.id });
  const [typed, setTyped] = useState<string>();
  const [from, setFrom] = useState('');
  const text = typed ?? data?.text ?? '';
  return (
    <form
      class="form robots-form"
      aria-label={TEXTS.form}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(text, from);
      }}
    >
      <label>
        {TEXTS.label}
        <textarea
          class="robots-text"
          spellcheck={false}
          value={text}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
      </label>
      <label>
        {TEXTS.inForceFrom}
        <input type="date" value={from} onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <button type="submit" class="main" disabled={isUnderWay}>
        {TEXTS.keep}
      </button>
      <p class="hint">{TEXTS.hint}</p>
    </form>
  );
}
