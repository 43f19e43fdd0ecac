import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { momentInWords, timeInWords } from '../../words/dates.js';
import { asShown } from '../../words/strangers.js';
import type { LiveReport } from './live-report.js';

type Visit = LiveReport['visits'][number];

const { visits: words } = texts.live;
const TONES: Record<string, string> = { verified: 'good', spoofed: 'bad' };

/** The last visits of bots, one by one. */
export function LiveVisits({ visits }: Pick<LiveReport, 'visits'>) {
  return (
    <Panel title={words.title} isThere>
      <Table
        caption={words.caption}
        rows={visits.map((visit, at) => ({ ...visit, at }))}
        keyOf={({ at, time }) => `${time} ${at}`}
        empty={texts.live.noBots}
        columns={[
          {
            id: 'path',
            title: texts.common.page,
            cell: ({ path }) => (
              <PathLink
                path={path}
                filters={{}}
                to={{ view: 'pages', tab: undefined, sort: undefined }}
              />
            ),
          },
          { id: 'bot', title: texts.common.bot, cell: (visit) => <BotOfVisit {...visit} /> },
          {
            ...{ id: 'status', title: words.status, kind: 'number', weight: 1 },
            cell: ({ status_code: status }) => `${status}`,
          },
          {
            ...{ id: 'time', title: words.time, kind: 'number' },
            cell: ({ time }) => (
              <time dateTime={time} title={`${momentInWords(time)} UTC`}>
                {timeInWords(time)}
              </time>
            ),
          },
        ]}
      />
    </Panel>
  );
}

/** The name of a bot, and what its address proves. */
function BotOfVisit({ bot, verification }: Visit) {
  return (
    <span class="verdict">
      <i class={`key tone-${TONES[verification ?? ''] ?? 'rest'}`} />
      {asShown(bot ?? '')}
      {verification && <span class="unseen">, {texts.live.verdicts[verification]}</span>}
    </span>
  );
}
