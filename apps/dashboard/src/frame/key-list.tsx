import { VIEW_KEYS } from './action-of-key.js';
import { VIEWS } from '../views/views.js';

/** What single keys do. */
export function KeyList() {
  const keys: [string, string][] = [
    ...VIEWS.map(({ title }, index): [string, string] => [VIEW_KEYS.charAt(index), title]),
    ['d', 'Today'],
    ['w', 'Last 7 days'],
    ['m', 'Last 30 days'],
    ['y', 'Last 12 months'],
    ['c', 'Compare with the days before'],
    ['/', 'Filter'],
    ['x', 'Take all filters away'],
    ['?', 'This list'],
  ];
  return (
    <dl class="keys">
      {keys.map(([key, what]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </dl>
  );
}
