import '../style/drop.css';
import type { Website } from '../api/types.js';
import { texts } from '../texts/texts.js';
import { giveLogs } from './given-logs.js';

/** A field for the logs of a website. They can also be dropped anywhere on the page. */
export function ChooseLogs({ website }: { website: Pick<Website, 'id' | 'domain'> }) {
  const take = (field: HTMLInputElement) => {
    giveLogs([...(field.files ?? [])], website);
    // The same file can be chosen again.
    field.value = '';
  };
  return (
    <label class="choose-logs">
      <span>{texts.drop.choose(website.domain)}</span>
      <input type="file" multiple onChange={(event) => take(event.currentTarget)} />
    </label>
  );
}
