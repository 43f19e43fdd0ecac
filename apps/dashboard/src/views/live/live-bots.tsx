import { withFilter } from '../../address/address.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { partOfHighest } from '../../tables/part-of-highest.js';
import { Table } from '../../tables/table.js';
import { categoryInWords } from '../../words/categories.js';
import { timeInWords } from '../../words/dates.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import { toneOfVerdict } from '../ai/tone-of-verdict.js';
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
          {
            id: 'name',
            title: 'Bot',
            cell: ({ name, category }) => (
              <Link to={{ view: 'bots', filters: withFilter({}, 'bot', name) }} class="row">
                {asShown(name)}
                <small>{categoryInWords(category)}</small>
              </Link>
            ),
          },
          {
            ...{ id: 'verified', title: 'Verified', weight: 2 },
            cell: (bot) => <Verdict of={bot} tone={toneOfVerdict(bot)} />,
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
