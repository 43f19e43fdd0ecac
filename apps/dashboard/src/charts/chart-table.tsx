import { lazily } from '../lazy/lazily.js';
import { Opening } from '../parts/opening.js';
import { texts } from '../texts/texts.js';
import type { ChartRowsProps } from './chart-rows.js';

const rows = lazily(async () => (await import('./chart-rows.js')).ChartRows);

/** The numbers of a chart as a table. It is made only when it is opened: it may be long. */
export const ChartTable = (props: ChartRowsProps) => (
  <Opening class="as-table" summary={texts.charts.showTable}>
    {() => <rows.Component {...props} />}
  </Opening>
);
