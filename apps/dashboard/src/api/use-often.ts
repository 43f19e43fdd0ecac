import { useEffect } from 'preact/hooks';
import { queries } from './queries.js';
import type { ReadPath } from './types.js';

/** Asks again and again for what is shown of a path, while somebody sees the page. */
export function useOften(path: ReadPath, everyMs: number): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void queries.askAgain([path]);
    }, everyMs);
    return () => clearInterval(timer);
  }, [path, everyMs]);
}
