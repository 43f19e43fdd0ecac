import { Link } from '../../parts/link.js';

/** No entry of the days has a country: says so, and how the logs come to tell it. */
export function NotTold({ isForReader }: { isForReader: boolean }) {
  return (
    <div class="empty">
      <p>
        The logs do not tell countries: no entry of these days has one. Botgauge takes the country
        from whoever sends the logs, and looks up no address.
      </p>
      {!isForReader && (
        <p>
          Most CDNs know it, and <Link to={{ view: 'feeds', tab: 'setup' }}>Set up a sender</Link>{' '}
          has what they must send. Which field of which sender it is stands in{' '}
          <code>docs/feeds/README.md</code> of the repository, under “Country, network, protocol and
          fetch headers”. In entries of your own it is the field <code>country</code>, see the{' '}
          <a href="docs">API reference</a>.
        </p>
      )}
    </div>
  );
}
