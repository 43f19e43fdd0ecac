import { chosenSort } from './chosen-sort.js';

it('takes only what the table can be sorted by', () => {
  const columns = [{ sort: 'name' as const }, {}, { sort: 'visits' as const }];
  expect(chosenSort(columns, 'visits')).toBe('visits');
  expect(chosenSort(columns, '-name')).toBe('-name');
  for (const other of [undefined, '', '-', 'category', '--name', 'name,visits'])
    expect(chosenSort(columns, other)).toBeUndefined();
});
