import { useAnswer } from '../../api/use-answer.js';
import { Link } from '../../parts/link.js';
import { Panel } from '../../parts/panel.js';
import { asShown } from '../../words/strangers.js';
import type { ViewProps } from '../view.js';
import { placeOf } from './place-of.js';

/** What is worth a look in the last seven days. Each line leads to the view that shows it. */
export function LookAt({ website }: Pick<ViewProps, 'website'>) {
  const { data, problem } = useAnswer('/api/v1/websites/{id}/findings', { id: website.id });
  const findings = data?.findings ?? [];
  return (
    <Panel title="Look at this" isThere={data !== undefined} problem={problem} lines={3}>
      {findings.length === 0 ? (
        <p class="summary">Nothing odd in the last seven days.</p>
      ) : (
        <ul class="findings">
          {findings.map((finding) => (
            <li key={`${finding.kind} ${finding.bot ?? finding.page ?? finding.feed}`}>
              <Link to={placeOf(finding)}>{asShown(finding.text)}</Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
