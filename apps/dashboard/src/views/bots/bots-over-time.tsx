import { withFilter } from '../../address/address.js';
import { navigate } from '../../address/navigation.js';
import { texts } from '../../texts/texts.js';
import { type AskedSeries, OverTime } from '../over-time.js';
import { Question } from '../overview/question.js';
import type { ViewProps } from '../view.js';

const GROUPS = {
  bot: texts.common.bots,
  provider: texts.common.providers,
  category: texts.common.categories,
};
type Group = keyof typeof GROUPS;

interface BotsOverTimeProps extends ViewProps {
  /** The series of the single bots, which the table needs as well. */
  series: AskedSeries;
}

/** The visits of bots over time, broken down in a way that the reader chooses. */
export function BotsOverTime({ series, ...props }: BotsOverTimeProps) {
  const { filters, group: wanted } = props.address;
  const group: Group = wanted === 'provider' || wanted === 'category' ? wanted : 'bot';
  return (
    <OverTime
      {...props}
      title={texts.bots.overTime}
      {...(group === 'bot' ? series : { query: series.query, group })}
      below={() => <Question of="bots" />}
      onSeries={(name) => navigate({ filters: withFilter(filters, group, name) })}
      controls={
        <label>
          <span class="unseen">{texts.common.brokenDownBy}</span>
          <select
            value={group}
            onChange={(event) => navigate({ group: event.currentTarget.value as Group })}
          >
            {Object.entries(GROUPS).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      }
    />
  );
}
