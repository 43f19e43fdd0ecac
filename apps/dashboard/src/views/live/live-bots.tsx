import { BotLink } from '../../parts/bot-link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { timeInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { Verdict } from '../bots/address-verdict.js';
import type { LiveReport } from './live-report.js';

/** The bots of the last thirty minutes, with what their addresses prove. */
export function LiveBots({ bots }: Pick<LiveReport, 'bots'>) {
  return (
    <Panel title="Bots of these minutes" isThere>
      <Table
        caption="The bots that came in the last thirty minutes. Times are UTC."
        rows={bots}
        keyOf={({ name }) => name}
        barOf={partOfHighest(bots, ({ visits }) => visits)}
        empty="No bot came in the last thirty minutes."
        columns={[
          { id: 'name', title: 'Bot', cell: (bot) => <BotLink {...bot} /> },
          {
            ...{ id: 'verified', title: 'Verified', weight: 2 },
            cell: (bot) => <Verdict of={bot} />,
          },
          {
            ...{ id: 'last', title: 'Last visit', kind: 'number', weight: 1 },
            cell: ({ last_seen: last }) => <time dateTime={last}>{timeInWords(last)}</time>,
          },
          { id: 'visits', title: 'Visits', kind: 'number', cell: ({ visits }) => inFull(visits) },
        ]}
      />
    </Panel>
  );
}
