/** How a table is sorted, in the words of the API: a column's name, perhaps with `-` in front. */
export function chosenSort<const Column extends string>(
  columns: readonly { sort?: Column | undefined }[],
  sort: string | undefined,
): Column | `-${Column}` | undefined {
  const names = columns.flatMap(({ sort: name }) => (name ? [name, `-${name}` as const] : []));
  return names.find((name) => name === sort);
}
