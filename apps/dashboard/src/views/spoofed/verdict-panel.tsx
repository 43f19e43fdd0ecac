import type { Filters } from '../../address/address.js';
import type { Problem } from '../../api/problem.js';
import { useAnswer } from '../../api/use-answer.js';
import { Panel } from '../../parts/panel.js';
import { texts } from '../../texts/texts.js';
import { inFull, partOf } from '../../words/numbers.js';
import { Question } from '../overview/question.js';
import { listsInWords } from './lists-in-words.js';
import type { Verdicts } from './verdicts.js';

const TEXTS = texts.spoofed.verdicts;

interface VerdictPanelProps {
  /** Undefined while they are under way. */
  verdicts: Verdicts | undefined;
  problem: Problem | undefined;
  isOld: boolean;
  filters: Filters;
}

/** What the addresses of all visits of bots prove. */
export function VerdictPanel({ verdicts, problem, isOld, filters }: VerdictPanelProps) {
  const { data: freshness } = useAnswer('/api/v1/freshness', {});
  return (
    <Panel
      title={texts.common.verified}
      isThere={verdicts !== undefined}
      problem={problem}
      isOld={isOld}
      lines={3}
    >
      <Question of="verified" />
      {verdicts && <Facts verdicts={verdicts} />}
      {freshness &&
        listsInWords(freshness.address_lists).map((text) => (
          <p key={text} class="summary">
            {text}
          </p>
        ))}
      {filters.verification !== undefined && <p class="summary">{TEXTS.allVerdicts}</p>}
      {filters.path !== undefined && <p class="summary">{TEXTS.belowPath(filters.path)}</p>}
    </Panel>
  );
}

function Facts({ verdicts }: { verdicts: Verdicts }) {
  const { bots, verified, spoofed, unverifiable, notChecked } = verdicts;
  const facts = [
    { title: texts.common.spoofed, tone: 'bad', visits: spoofed },
    { title: texts.common.verified, tone: 'good', visits: verified },
    { title: TEXTS.notDecided, tone: 'rest', visits: unverifiable },
    { title: texts.common.notChecked, tone: 'rest', visits: notChecked },
  ];
  return (
    <dl class="facts">
      {facts.map(({ title, tone, visits }) => (
        <div key={title}>
          <dt>
            <i class={`key tone-${tone}`} />
            {title}
          </dt>
          <dd>
            <b class="figure">{inFull(visits)}</b> <small>{partOf(visits, bots)}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}
