import type { Answer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { PathLink } from '../../parts/path-link.js';
import { Table } from '../../tables/table.js';
import { inFull } from '../../words/numbers.js';
import { asShown } from '../../words/strangers.js';
import type { ViewProps } from '../view.js';
import type { Report } from './words.js';

/** So many pages are shown. */
const ROWS = 50;

/** The pages that bots visited although the text of the day did not allow it. */
export function Disobeyed({ address, report }: ViewProps & { report: Answer<Report> }) {
  const { data, isOld } = report;
  const rows = (data?.bots ?? [])
    .flatMap(({ name, samples }) => samples.map((sample) => ({ name, ...sample })))
    .sort((a, b) => b.visits - a.visits)
    .slice(0, ROWS);
  if (data && rows.length === 0) return null;
  return (
    <Panel title="What was not allowed" isThere={data !== undefined} isOld={isOld} lines={8}>
      <p class="summary">At most five pages of each bot, those with the most visits.</p>
      <Table
        caption="Pages that bots visited although robots.txt did not allow it"
        rows={rows}
        keyOf={({ name, path, line, text_from }) => `${name} ${path} ${line} ${text_from}`}
        empty=""
        columns={[
          {
            id: 'path',
            title: 'Page',
            cell: ({ path }) => (
              <PathLink path={path} filters={address.filters} to={{ view: 'pages' }} />
            ),
          },
          { ...{ id: 'bot', title: 'Bot', weight: 2 }, cell: ({ name }) => asShown(name) },
          {
            ...{ id: 'rule', title: 'Rule', weight: 1 },
            cell: ({ rule, line }) => <code title={`Line ${line}`}>{asShown(rule)}</code>,
          },
          {
            ...{ id: 'visits', title: 'Visits', kind: 'number' },
            cell: ({ visits }) => inFull(visits),
          },
        ]}
      />
    </Panel>
  );
}
