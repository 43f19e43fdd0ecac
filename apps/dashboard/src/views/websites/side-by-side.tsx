import './side-by-side.css';
import type { Address } from '../../address/address.js';
import { navigate } from '../../address/navigation.js';
import { askedDays } from '../../api/asked.js';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../tables/table.js';
import { texts } from '../../texts/texts.js';
import { COMPARED_WITH } from '../../words/comparison.js';
import { CompaniesOfBoth } from './companies-of-both.js';
import { DaysOfBoth } from './days-of-both.js';
import { pairOf, tabOfPair } from './pair-of.js';
import { type Pair, WEBSITE_COLUMNS, type WebsiteRow } from './website-columns.js';

/** Two websites beside each other: their figures, their days, and the AI companies that read them. */
export function SideBySide({ address }: { address: Address }) {
  const query = { ...askedDays(address), compare: 'previous' } as const;
  const { data, problem, isOld } = useAnswer('/api/v1/summary', { query });
  const websites = data?.websites ?? [];
  const pair = pairOf(address.tab, websites);
  if (!pair)
    return (
      <Panel title={texts.websites.sideBySide} isThere={false} problem={problem} lines={12}>
        {null}
      </Panel>
    );
  const unit = pair[0].compared?.unit ?? 'period';
  return (
    <>
      <Panel title={texts.websites.sideBySide} isThere problem={problem} isOld={isOld}>
        <div class="pair">
          <Choice at={0} pair={pair} websites={websites} />
          <Choice at={1} pair={pair} websites={websites} />
        </div>
        <p class="summary">{texts.websites.changes(COMPARED_WITH[unit])}</p>
        <div class="figures-of-pair">
          <Figures pair={pair} />
        </div>
      </Panel>
      <DaysOfBoth address={address} pair={pair} />
      <CompaniesOfBoth address={address} pair={pair} />
    </>
  );
}

interface ChoiceProps {
  at: 0 | 1;
  pair: Pair;
  websites: readonly WebsiteRow[];
}

/** Chooses one of both. */
function Choice({ at, pair, websites }: ChoiceProps) {
  const [one, other] = pair;
  // Who chooses the website that is there already swaps both.
  const choose = (id: string) =>
    navigate({
      tab:
        at === 0
          ? tabOfPair(id, id === other.id ? one.id : other.id)
          : tabOfPair(id === one.id ? other.id : one.id, id),
    });
  return (
    <label>
      {at === 0 ? texts.websites.first : texts.websites.second}
      <select value={pair[at].id} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {websites.map(({ id, domain }) => (
          <option key={id} value={id}>
            {domain}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The columns of all websites as rows, without the name of the website. */
const FIGURES = WEBSITE_COLUMNS.filter(({ id }) => id !== 'domain');

function Figures({ pair }: { pair: Pair }) {
  const of = (at: 0 | 1) => ({
    ...{ id: pair[at].id, title: pair[at].domain, kind: 'number' as const },
    cell: ({ cell }: (typeof FIGURES)[number]) => cell(pair[at]),
  });
  return (
    <Table
      caption={texts.websites.figures}
      rows={FIGURES}
      keyOf={({ id }) => id}
      empty=""
      columns={[
        { id: 'figure', title: texts.websites.figure, cell: ({ title }) => title },
        of(0),
        of(1),
      ]}
    />
  );
}
