/** Part of the highest number of visits, for the bars of a table. */
export const partOfHighest = <Row>(rows: readonly Row[], countOf: (row: Row) => number) => {
  const highest = Math.max(1, ...rows.map(countOf));
  return (row: Row) => countOf(row) / highest;
};
