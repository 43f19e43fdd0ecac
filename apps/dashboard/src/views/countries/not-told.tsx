import { Link } from '../../parts/link.js';
import { Rich } from '../../texts/rich.js';
import { texts } from '../../texts/texts.js';

/** No entry of the days has a country: says so, and how the logs come to tell it. */
export function NotTold({ isForReader }: { isForReader: boolean }) {
  const { why, how } = texts.countries.notTold;
  return (
    <div class="empty">
      <p>{why}</p>
      {!isForReader && (
        <p>
          <Rich
            text={how}
            elements={{
              setup: (words) => <Link to={{ view: 'feeds', tab: 'setup' }}>{words}</Link>,
              api: (words) => <a href="docs">{words}</a>,
            }}
          />
        </p>
      )}
    </div>
  );
}
