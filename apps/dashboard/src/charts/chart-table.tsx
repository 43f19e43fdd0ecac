import { useState } from 'preact/hooks';
import { lazily } from '../lazy/lazily.js';
import type { ChartRowsProps } from './chart-rows.js';

const rows = lazily(async () => (await import('./chart-rows.js')).ChartRows);

/** The numbers of a chart as a table. It is made only when it is opened: it may be long. */
export function ChartTable(props: ChartRowsProps) {
  const [isOpen, open] = useState(false);
  return (
    <details class="as-table" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>Show as table</summary>
      {isOpen && <rows.Component {...props} />}
    </details>
  );
}
