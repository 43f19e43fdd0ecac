import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../address/address.js';
import { queries } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { currentlyChosen } from './chosen.js';
import { Link } from '../parts/link.js';
import { listsNote } from './notes.js';

const EVERY_MS = 5_000;

interface FootProps {
  address: Address;
  isSignedIn: boolean;
  /** Whether a website is shown, and with it the views of one. */
  hasViews?: boolean;
}

/** How old what is shown is, and by which days it is counted. */
export function Foot({ address, isSignedIn, hasViews = false }: FootProps) {
  const [, redraw] = useState(0);
  useEffect(() => {
    const again = () => redraw((count) => count + 1);
    const timer = setInterval(again, EVERY_MS);
    const release = queries.watch(again);
    return () => {
      clearInterval(timer);
      release();
    };
  }, []);
  const { oldest } = queries;
  const seconds = oldest === undefined ? undefined : Math.round((Date.now() - oldest) / 1000);
  const { data: freshness } = useAnswer('/api/v1/freshness', isSignedIn ? {} : undefined);
  const lists = freshness && listsNote(freshness);
  return (
    <footer class="foot">
      {lists && (
        <p class="wide">
          {lists}, so fewer spoofed bots are found.{' '}
          {hasViews && <Link to={{ view: 'spoofed' }}>Which are old</Link>}
        </p>
      )}
      <p>Days of {(address.timezone ?? 'UTC').replaceAll('_', ' ')}</p>
      <p>{whenAsked(seconds)}</p>
      <p>{howOften(queries.restUntil > Date.now())}</p>
      <p>
        <a class="quiet" href="docs">
          API reference
        </a>
      </p>
    </footer>
  );
}

function whenAsked(seconds: number | undefined): string {
  if (seconds === undefined) return 'Asks just now';
  return `Asked ${seconds < 5 ? 'just now' : `${seconds} s ago`}`;
}

function howOften(isResting: boolean): string {
  if (!currentlyChosen().live) return 'Does not refresh by itself';
  return isResting
    ? 'Refreshes within a minute, because much was asked in many windows'
    : 'Refreshes every 30 s';
}
