import { useState } from 'preact/hooks';
import { client } from '../../api/client.js';
import type { CreatedKey } from '../../api/types.js';
import { useAnswer } from '../../api/use-answer.js';
import { useChange } from '../../api/use-change.js';
import { useOwnSession } from '../../api/use-own-session.js';
import { Link } from '../../parts/link.js';
import { NewKey } from '../../parts/new-key.js';
import { Panel } from '../../parts/panel.js';
import { Said } from '../../parts/said.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';
import type { ViewProps } from '../view.js';
import { ArrivalPanel } from './arrival-panel.js';
import type { FeedSetup, Sender } from './feed.js';
import { Logged } from './logged.js';
import { SETUP } from './setup-tab.js';
import { GuidePart } from './guide-part.js';

interface SenderSetupProps extends ViewProps {
  setup: FeedSetup;
  sender: Sender;
}

/**
 * How one sender is set up: a key made for it, its configuration with address and key filled in, and
 * whether something comes.
 */
export function SenderSetup(props: SenderSetupProps) {
  const { website, setup, sender } = props;
  const feeds = useAnswer('/api/v1/websites/{id}/feeds', { id: website.id });
  const [made, setMade] = useState<CreatedKey>();
  const filled = (text: string) =>
    text
      .replaceAll(setup.key_place, made?.key ?? setup.key_place)
      .replaceAll(setup.website_place, website.id)
      .replaceAll(setup.tracking_place, website.tracking_id);
  const needsKey = JSON.stringify(sender.parts).includes(setup.key_place);
  return (
    <>
      <p class="summary above">
        <Link to={{ tab: SETUP }}>{texts.feeds.allSenders}</Link>
      </p>
      <Panel title={texts.feeds.setUpOf(sender.title)} isThere>
        {needsKey && <SenderKey {...props} made={made} onMade={setMade} />}
        {setup.remarks.map((remark) => (
          <p key={remark} class="notice">
            {remark}
          </p>
        ))}
        <div class="guide">
          {sender.parts.map((part, index) => (
            <GuidePart key={index} part={part} filled={filled} />
          ))}
        </div>
        <Logged sender={sender} />
        <p class="summary">{sender.tested}</p>
        <p class="summary">
          <Rich
            text={texts.feeds.moreAbout}
            elements={{ page: () => <code>{sender.page}</code> }}
          />
        </p>
      </Panel>
      {feeds.data && (
        <ArrivalPanel website={website} sender={sender} feeds={feeds.data.feeds} setup={setup} />
      )}
    </>
  );
}

interface SenderKeyProps extends SenderSetupProps {
  made: CreatedKey | undefined;
  onMade: (key: CreatedKey | undefined) => void;
}

/** Makes the key of the sender. Its value stands on the page only, until it is left. */
function SenderKey({ website, setup, sender, made, onMade }: SenderKeyProps) {
  const session = useOwnSession();
  const { said, isUnderWay, make } = useChange();
  const elements = {
    domain: () => website.domain,
    place: () => <code>{setup.key_place}</code>,
  };
  if (made) return <NewKey name={made.name} value={made.key} onDone={() => onMade(undefined)} />;
  if (session?.scope === 'read')
    return (
      <p class="notice">
        <Rich text={texts.feeds.keyOfReader} elements={elements} />
      </p>
    );
  const makeKey = () =>
    make(
      () =>
        client.POST('/api/v1/websites/{id}/keys', {
          params: { path: { id: website.id } },
          body: { name: `Feed ${sender.sender}` },
        }),
      '/api/v1/websites/{id}/keys',
    );
  return (
    <>
      <p>
        <Rich text={texts.feeds.keyOfSender} elements={elements} />
      </p>
      <button
        type="button"
        class="main"
        disabled={isUnderWay}
        onClick={() => void makeKey().then((key) => key && onMade(key))}
      >
        {texts.feeds.makeKey}
      </button>
      <Said text={said} />
    </>
  );
}
