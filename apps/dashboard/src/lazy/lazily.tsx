import type { ComponentChild } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from '../parts/panel.js';
import { texts } from '../texts/texts.js';
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

function NotLoaded({ failure, onAgain }: { failure: LoadFailure; onAgain: () => void }) {
  const { title, what, button } = texts.lazy[failure];
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
