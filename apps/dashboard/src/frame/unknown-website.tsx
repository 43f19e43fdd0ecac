import { Link } from '../parts/link.js';

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
