import { Link } from '../parts/link.js';

/** The account is empty: says how to make the first website. */
export function NoWebsite() {
  return (
    <section class="panel wide-notice">
      <h1>There is no website yet</h1>
      <p>Make one for the domain in your logs, and then send its logs:</p>
      <pre tabIndex={0}>
        npm run botgauge -- websites create --account acc_… --domain shop.example
      </pre>
      <p>
        The same can be done with <code>POST /api/v1/websites</code>, see the{' '}
        <a href="docs">API reference</a>. This page shows the website as soon as it is there.
      </p>
    </section>
  );
}

/** The address names a website that this account does not have. */
export function UnknownWebsite({ id }: { id: string | undefined }) {
  return (
    <section class="panel wide-notice">
      <h1>This website is not there</h1>
      <p>
        Your account has no website <code>{id}</code>. It may have been deleted, or the link comes
        from somebody with another account.
      </p>
      <p>
        <Link to={{ website: undefined }}>Show the websites of this account</Link>
      </p>
    </section>
  );
}
