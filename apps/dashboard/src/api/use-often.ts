import { useEffect } from 'preact/hooks';
import { queries } from './queries.js';
import type { ReadPath } from './types.js';

/**
 * Asks again and again for what is shown of a path, while somebody sees the page and the service
 * allows enough.
 */
export function useOften(path: ReadPath, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || queries.restUntil > Date.now()) return;
      void queries.askAgain([path]);
    }, everyMs);
    return () => clearInterval(timer);
  }, [path, everyMs]);
}
