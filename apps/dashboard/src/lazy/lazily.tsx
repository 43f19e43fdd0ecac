import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../parts/panel.js';
import { type LoadFailure, whyNotLoaded } from './release.js';

type Component<Props> = (props: Props) => ComponentChild;

/** A component whose script is loaded when it is shown first. */
export interface Lazy<Props> {
  Component: Component<Props>;
  /** Loads it before it is shown. A failure is told when it is shown. */
  prefetch: () => void;
}

/**
 * Makes a component of one whose script is loaded later. Until it is there its outline is shown, and
 * when it does not come, why not and what to do.
 *
 * @param lines height of the outline
 */
export function lazily<Props extends object>(
  load: () => Promise<Component<Props>>,
  lines = 12,
): Lazy<Props> {
  let Loaded: Component<Props> | undefined;
  let underWay: Promise<void> | undefined;
  const fetch = () =>
    (underWay ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        underWay = undefined;
        throw error;
      },
    ));
  return {
    prefetch: () => void fetch().catch(() => undefined),
    Component: (props) => {
      const [failure, setFailure] = useState<LoadFailure>();
      const [, setDone] = useState(Loaded !== undefined);
      const attempt = () => {
        setFailure(undefined);
        fetch().then(
          () => setDone(true),
          () => void whyNotLoaded().then(setFailure),
        );
      };
      useEffect(attempt, []);
      if (Loaded) return <Loaded {...props} />;
      if (failure) return <NotLoaded failure={failure} onAgain={attempt} />;
      return <Skeleton lines={lines} />;
    },
  };
}

const WORDS: Record<LoadFailure, [title: string, what: string, button: string]> = {
  updated: [
    'Botgauge was updated',
    'This page is of the release before, so this part of it is no longer there. Load the page again: it shows what its address names.',
    'Load the page again',
  ],
  away: [
    'This part of the page could not be loaded',
    'The service cannot be reached from this browser. Look at your connection, then try again.',
    'Try again',
  ],
  broken: [
    'This part of the page could not be loaded',
    'The service answers, but this part did not come. Try again. If that does not help, load the page again, and look whether a proxy or an extension of the browser keeps scripts of this service back.',
    'Try again',
  ],
};

function NotLoaded({ failure, onAgain }: { failure: LoadFailure; onAgain: () => void }) {
  const [title, what, button] = WORDS[failure];
  return (
    <section class="panel wide-notice" role="alert">
      <h2>{title}</h2>
      <p>{what}</p>
      <button
        type="button"
        class="main"
        onClick={() => (failure === 'updated' ? location.reload() : onAgain())}
      >
        {button}
      </button>
    </section>
  );
}
