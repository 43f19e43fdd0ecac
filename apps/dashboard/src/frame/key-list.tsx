import './key-list.css';
import type { ViewGroup } from '../views/view.js';
import type { Chosen } from './chosen.js';

interface KeyListProps {
  /** Those that this reader has. */
  groups: readonly ViewGroup[];
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
}

/** What single keys do, and whether they do anything. */
export function KeyList({ groups, chosen, onChoose }: KeyListProps) {
  const keys: [string, string][] = [
    ...groups.map(({ key, title }): [string, string] => [key, title]),
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
    <>
      <label class="line">
        <input
          type="checkbox"
          checked={chosen.keys}
          onChange={(event) => onChoose({ keys: event.currentTarget.checked })}
        />
        Single keys do something
      </label>
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
    </>
  );
}
