import { useAnswer } from '../../api/use-answer.js';
import type { ChartData } from '../../charts/chart.js';
import { TimeChart } from '../../charts/time-chart.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { timeInWords } from '../../words/dates.js';
import type { ViewProps } from '../view.js';
import { LiveBots } from './live-bots.js';
import { LIVE, type LiveReport } from './live-report.js';
import { LiveVisits } from './live-visits.js';

/** The last thirty minutes: how many came, which bots, and their visits one by one. */
export function LiveView({ website }: ViewProps) {
  const { data, problem, isOld } = useAnswer(LIVE, { id: website.id });
  if (!data)
    return (
      <Panel title={texts.live.title} isThere={false} problem={problem} lines={14}>
        {null}
      </Panel>
    );
  return (
    <div class="stack">
      <TimeChart
        title={texts.live.title}
        summary={sentenceOf(data)}
        data={chartOf(data)}
        isOld={isOld}
      />
      <div class="halves">
        <LiveBots bots={data.bots} />
        <LiveVisits visits={data.visits} />
      </div>
    </div>
  );
}

function sentenceOf({ minutes, is_complete: isComplete, since }: LiveReport): string {
  const sum = (count: 'human_visits' | 'bot_visits') =>
    minutes.reduce((total, { [count]: visits }) => total + (visits ?? 0), 0);
  const [browsers, bots] = [sum('human_visits'), sum('bot_visits')];
  if (browsers + bots === 0) return texts.live.nobody;
  return texts.live.came({ browsers, bots, ...(!isComplete && { since: timeInWords(since) }) });
}

function chartOf({ minutes }: LiveReport): ChartData {
  const of = (count: 'human_visits' | 'ai_bot_visits') =>
    minutes.map(({ [count]: visits }) => visits ?? 0);
  return {
    dates: minutes.map(({ minute }) => minute),
    bucket: 'minute',
    // The last minute is not over.
    unfinished: minutes.length - 1,
    gaps: minutes.map(({ human_visits: visits }) => visits === null),
    series: [
      { id: 'browsers', name: texts.common.browsers, tone: 'people', values: of('human_visits') },
      { id: 'ai', name: texts.common.aiBots, tone: 'ai', values: of('ai_bot_visits') },
      {
        ...{ id: 'bots', name: texts.live.otherBots, tone: 'bots' },
        values: minutes.map(({ bot_visits: bots, ai_bot_visits: ai }) => (bots ?? 0) - (ai ?? 0)),
      },
    ],
  };
}
