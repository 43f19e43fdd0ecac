import { useAnswer } from '../../api/use-answer.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import type { ViewProps } from '../view.js';
import { SETUP } from './setup-tab.js';
import { SenderSetup } from './sender-setup.js';

/** The senders to choose from, or how the chosen one is set up. */
export function Senders(props: ViewProps & { chosen: string | undefined }) {
  const { data, problem } = useAnswer('/api/v1/feeds/setup', {});
  const { chosen } = props;
  const sender = data?.senders.find((one) => one.sender === chosen);
  if (data && sender) return <SenderSetup key={chosen} {...props} setup={data} sender={sender} />;
  const sorted = [...(data?.senders ?? [])].sort((a, b) => a.title.localeCompare(b.title, 'en'));
  return (
    <Panel
      title={`Who sends the logs of ${props.website.domain}?`}
      isThere={data !== undefined}
      problem={problem}
      lines={9}
    >
      {data && chosen !== undefined && (
        <p class="notice">
          There is no sender of this name. <Link to={{ tab: SETUP }}>All senders</Link>
        </p>
      )}
      <p class="summary">
        Choose what writes or collects your logs. The next page has its configuration, ready to
        copy, and shows when the first entry comes.
      </p>
      <ul class="senders">
        {sorted.map(({ sender: name, title, feed }) => (
          <li key={name}>
            <Link to={{ tab: name }}>
              {title}
              <small>log source {feed}</small>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
