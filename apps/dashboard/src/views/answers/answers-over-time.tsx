import type { ComponentChildren } from 'preact';
import { askedBots, askedDays, askedDimension } from '../../api/asked.js';
import { Tabs } from '../../parts/tabs.js';
import { texts } from '../../texts/texts.js';
import { answerSeries } from './answer-series.js';
import { OverTime } from '../over-time.js';
import type { ViewProps } from '../view.js';
import { answerSentence } from './answer-sentence.js';
import { ANSWER_TABS, answerTabOf, visitorsOf } from './answer-tabs.js';

const TEXTS = texts.answers;
/** Of so many status codes the API gives the series; few websites have more. */
const MOST_STATUSES = 100;

/** The classes of responses over time. */
export function AnswersOverTime(props: ViewProps) {
  const { address } = props;
  const { exact_path, path, verification } = address.filters;
  const chosen = answerTabOf(address.tab);
  const visitors = visitorsOf(chosen, address.filters);
  const tabs = <Tabs label={TEXTS.whose} tabs={ANSWER_TABS} shown={chosen.tab} />;
  if (exact_path !== undefined || verification !== undefined)
    return (
      <Uncounted tabs={tabs}>
        {exact_path === undefined ? TEXTS.notByVerification : TEXTS.notByPage}
      </Uncounted>
    );
  const query = {
    ...{ ...askedDays(address), ...askedBots(address), ...askedDimension(address) },
    ...(visitors && { visitors }),
  };
  return (
    <>
      {path !== undefined && <p class="summary">{TEXTS.belowPath(path)}</p>}
      <OverTime
        {...props}
        title={TEXTS.title}
        query={query}
        group="status"
        groups={MOST_STATUSES}
        seriesOf={({ groups = [] }) => answerSeries(groups)}
        sentenceOf={answerSentence}
        controls={tabs}
      />
    </>
  );
}

function Uncounted({ tabs, children }: { tabs: ComponentChildren; children: ComponentChildren }) {
  return (
    <section class="panel" aria-label={TEXTS.title}>
      <header>
        <h2>{TEXTS.title}</h2>
        {tabs}
      </header>
      <p class="empty">{children}</p>
    </section>
  );
}
