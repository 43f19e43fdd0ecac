import { useEffect, useState } from 'preact/hooks';
import type { Website } from '../api/types.js';
import { lazily } from '../lazy/lazily.js';
import { texts } from '../texts/texts.js';
import { giveLogs, givenLogs, isImporting, watchLogs } from './given-logs.js';

const LINES = 4;
const panel = lazily(async () => (await import('./import-panel.js')).ImportPanel, LINES);

/**
 * Where logs can be dropped, which is everywhere on the page, and where their import is shown. It
 * goes on while somebody looks at another view.
 */
export function ImportPlace({ website }: { website: Website | undefined }) {
  const [, redraw] = useState(0);
  const [isOver, setOver] = useState(false);
  useEffect(() => watchLogs(() => redraw((count) => count + 1)), []);
  useEffect(() => listenForDrops(website, setOver), [website?.id]);
  const given = givenLogs();
  return (
    <>
      {isOver && (
        <div class="drop-here">
          <p>
            {isImporting()
              ? texts.drop.here.busy
              : website
                ? texts.drop.here.into(website.domain)
                : texts.drop.here.nowhere}
          </p>
        </div>
      )}
      {given && (
        <div class="import" key={given.files}>
          <panel.Component given={given} />
        </div>
      )}
    </>
  );
}

/** Takes files that are dropped anywhere. Without this, the browser would open them. */
function listenForDrops(website: Website | undefined, setOver: (isOver: boolean) => void) {
  const over = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = website && !isImporting() ? 'copy' : 'none';
    setOver(true);
  };
  // Between two elements of the page it is left without being left.
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) setOver(false);
  };
  const drop = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(false);
    if (website) giveLogs([...event.dataTransfer.files], website);
  };
  addEventListener('dragover', over);
  addEventListener('dragleave', leave);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('dragleave', leave);
    removeEventListener('drop', drop);
  };
}
