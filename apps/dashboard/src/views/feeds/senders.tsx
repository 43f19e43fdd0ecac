import { useState } from 'preact/hooks';
import { useAnswer } from '../../api/use-answer.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { findSenders } from './find-senders.js';
import type { LoggedPart, Sender } from './feed.js';
import { SenderSetup } from './sender-setup.js';
import { SETUP } from './setup-tab.js';

/** The senders to choose from, or how the chosen one is set up. */
export function Senders(props: ViewProps & { chosen: string | undefined }) {
  const { data, problem } = useAnswer('/api/v1/feeds/setup', {});
  const [wanted, setWanted] = useState('');
  const { chosen } = props;
  const sender = data?.senders.find((one) => one.sender === chosen);
  if (data && sender) return <SenderSetup key={chosen} {...props} setup={data} sender={sender} />;
  const found = findSenders(data?.senders ?? [], wanted);
  return (
    <Panel
      title={texts.feeds.senders(props.website.domain)}
      isThere={data !== undefined}
      problem={problem}
      lines={9}
    >
      {data && chosen !== undefined && (
        <p class="notice">
          {texts.feeds.noSender} <Link to={{ tab: SETUP }}>{texts.feeds.allSenders}</Link>
        </p>
      )}
      <p class="summary">{texts.feeds.chooseSender}</p>
      <label class="find-sender">
        {texts.feeds.search}
        <input
          type="search"
          value={wanted}
          placeholder={texts.feeds.searchHint}
          onInput={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </label>
      <ul class="senders">
        {found.map((one) => (
          <li key={one.sender}>
            <Link to={{ tab: one.sender }}>
              {one.title}
              {otherNames(one).length > 0 && (
                <small>{texts.feeds.alsoFor(otherNames(one).join(', '))}</small>
              )}
              <small>{partsOf(one)}</small>
            </Link>
          </li>
        ))}
      </ul>
      <p class="summary" role="status">
        {data && found.length === 0 ? texts.feeds.noSenderFound(wanted) : ''}
      </p>
    </Panel>
  );
}

/** Names that are not in its title anyway. */
const otherNames = ({ names, title }: Sender) => names.filter((name) => !title.includes(name));

/** What the log of a sender has as its guide sets it up, in a line. */
function partsOf({ logs }: Sender): string {
  const parts = Object.keys(logs) as LoggedPart[];
  const words = (level: Sender['logs'][LoggedPart]['has']) =>
    parts.filter((part) => logs[part].has === level).map((part) => texts.feeds.logged.short[part]);
  return texts.feeds.logged.inShort(words('yes'), words('with_changes'));
}
