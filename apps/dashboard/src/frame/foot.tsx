import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../address/address.js';
import { queries } from '../api/queries.js';
import { useAnswer } from '../api/use-answer.js';
import { currentlyChosen } from './chosen.js';
import { Link } from '../parts/link.js';
import { texts } from '../texts/texts.js';
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
          {texts.frame.listsMean(lists)}{' '}
          {hasViews && <Link to={{ view: 'spoofed' }}>{texts.frame.oldLists}</Link>}
        </p>
      )}
      <p>{texts.frame.daysOf((address.timezone ?? 'UTC').replaceAll('_', ' '))}</p>
      <p>{whenAsked(seconds)}</p>
      <p>{howOften(queries.restUntil > Date.now())}</p>
      <p>
        <a class="quiet" href="docs">
          {texts.common.apiReference}
        </a>
      </p>
    </footer>
  );
}

function whenAsked(seconds: number | undefined): string {
  if (seconds === undefined) return texts.frame.asksNow;
  return seconds < 5 ? texts.frame.askedNow : texts.frame.askedAgo(seconds);
}

function howOften(isResting: boolean): string {
  if (!currentlyChosen().live) return texts.frame.notLive;
  return isResting ? texts.frame.resting : texts.frame.often;
}
