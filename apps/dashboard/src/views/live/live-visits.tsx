import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { Table } from '../../tables/table.js';
import { momentInWords, timeInWords } from '../../words/dates.js';
import { asShown } from '../../words/strangers.js';
import type { LiveReport } from './live-report.js';

type Visit = LiveReport['visits'][number];

const TONES: Record<string, string> = { verified: 'good', spoofed: 'bad' };

/** The last visits of bots, one by one. */
export function LiveVisits({ visits }: Pick<LiveReport, 'visits'>) {
  return (
    <Panel title="Latest visits of bots" isThere>
      <Table
        caption="The last 50 visits of bots, the newest first. Times are UTC."
        rows={visits.map((visit, at) => ({ ...visit, at }))}
        keyOf={({ at, time }) => `${time} ${at}`}
        empty="No bot came in the last thirty minutes."
        columns={[
          {
            id: 'path',
            title: 'Page',
            cell: ({ path }) => (
              <PathLink
                path={path}
                filters={{}}
                to={{ view: 'pages', tab: undefined, sort: undefined }}
              />
            ),
          },
          { id: 'bot', title: 'Bot', cell: (visit) => <BotOfVisit {...visit} /> },
          {
            ...{ id: 'status', title: 'Status', kind: 'number', weight: 1 },
            cell: ({ status_code: status }) => `${status}`,
          },
          {
            ...{ id: 'time', title: 'Time', kind: 'number' },
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
      {verification && <span class="unseen">, {verification.replaceAll('_', ' ')}</span>}
    </span>
  );
}
