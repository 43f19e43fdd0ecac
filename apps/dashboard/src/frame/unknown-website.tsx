import { Link } from '../parts/link.js';
import { Rich } from '../texts/rich.js';
import { texts } from '../texts/texts.js';

/** The address names a website that this account does not have. */
export function UnknownWebsite({ id }: { id: string | undefined }) {
  const words = texts.frame.unknownWebsite;
  return (
    <section class="panel wide-notice">
      <h1>{words.title}</h1>
      <p>
        <Rich text={words.why} elements={{ id: () => <code>{id}</code> }} />
      </p>
      <p>
        <Link to={{ website: undefined }}>{words.others}</Link>
      </p>
    </section>
  );
}
