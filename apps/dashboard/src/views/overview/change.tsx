import type { ChangeWords } from '../../words/comparison.js';

/** How the number of a tile has changed. */
export function Change({ words: { change, rest, title } }: { words: ChangeWords }) {
  return (
    <p class="change" title={title}>
      {change && <b>{change} </b>}
      {rest}
    </p>
  );
}
