import { withFilter } from '../address/address.js';
import { categoryInWords } from '../words/categories.js';
import { asShown } from '../words/strangers.js';
import { Link } from './link.js';

/** The name of a bot in a table, with its category. It leads to all that is known of that bot alone. */
export function BotLink({ name, category }: { name: string; category: string }) {
  return (
    <Link to={{ view: 'bots', filters: withFilter({}, 'bot', name) }} class="row">
      {asShown(name)}
      <small>{categoryInWords(category)}</small>
    </Link>
  );
}
