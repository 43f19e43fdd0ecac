import './key-list.css';
import { texts } from '../texts/texts.js';
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
  const { keys: words, lastYear, periods } = texts.frame;
  const keys: [string, string][] = [
    ...groups.map(({ key, title }): [string, string] => [key, title]),
    ['d', periods.today],
    ['w', periods.last_7_days],
    ['m', periods.last_30_days],
    ['y', lastYear],
    ['c', words.compare],
    ['/', words.filter],
    ['x', words.none],
    ['?', words.list],
  ];
  return (
    <>
      <label class="line">
        <input
          type="checkbox"
          checked={chosen.keys}
          onChange={(event) => onChoose({ keys: event.currentTarget.checked })}
        />
        {words.switch}
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
