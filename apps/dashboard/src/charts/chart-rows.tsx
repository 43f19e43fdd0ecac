import { CsvLink } from '../parts/csv-link.js';
import { texts } from '../texts/texts.js';
import { bucketInFull } from '../words/dates.js';
import { type ChartData, isUnfinished, numberAt } from './chart.js';

export interface ChartRowsProps {
  title: string;
  data: ChartData;
  /** The address of the same numbers as CSV. */
  csv?: string | undefined;
}

/** The events and the numbers of a chart, a row for each bucket. */
export function ChartRows({ title, data, csv }: ChartRowsProps) {
  return (
    <>
      {data.events?.map(({ index, text }) => (
        <p key={text} class="hint">
          {bucketInFull(data.dates[index] ?? '', data.bucket)}: {text}
        </p>
      ))}
      <div class="scroll" tabIndex={0} role="region" aria-label={texts.charts.asTable(title)}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.charts.buckets[data.bucket]}</th>
              {data.series.map(({ id, name }) => (
                <th key={id} scope="col" class="number">
                  {name}
                </th>
              ))}
              {data.ghost && (
                <th scope="col" class="number">
                  {texts.charts.daysBefore}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {data.dates.map((date, index) => (
              <tr key={date}>
                <RowName data={data} index={index} />
                {data.series.map(({ id, values }) => (
                  <td key={id} class="number">
                    {numberAt(data, values, index)}
                  </td>
                ))}
                {data.ghost && <td class="number">{numberAt(data, data.ghost, index)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {csv && <CsvLink href={csv} what={title} />}
    </>
  );
}

/** A bucket; narrow screens have no room for more beside its name. */
function RowName({ data, index }: { data: ChartData; index: number }) {
  return (
    <th scope="row">
      {bucketInFull(data.dates[index] ?? '', data.bucket)}
      {data.gaps?.[index] ? (
        <small>{texts.charts.notJudged}</small>
      ) : (
        isUnfinished(data, index) && <small>{texts.charts.notOver}</small>
      )}
    </th>
  );
}
