import type { VisitorsReport } from '../visitors.js';
import { mainReason } from './main-reason.js';

type Reason = VisitorsReport['not_judged'][number];

const address = (visits: number): Reason => ({
  reason: 'no_address',
  visits,
  why: 'the log has no address of the visitor',
  remedy: 'log the address of the visitor',
});
const files: Reason = {
  reason: 'no_files',
  visits: 40,
  why: 'the log has no files',
  remedy: 'send the files, too',
};

it('says why visits are not judged, and what changes that', () => {
  expect(mainReason([address(1_200)], false)).toBe(
    '1,200 visits are not judged: the log has no address of the visitor. Log the address of the visitor.',
  );
  expect(mainReason([address(1)], false)).toMatch(/^1 visit is not judged: /);
  expect(mainReason([], false)).toBe('');
});

it('names the reason of most of them', () => {
  expect(mainReason([address(1_200), files], false)).toBe(
    '1,240 visits are not judged, 1,200 of them because the log has no address of the visitor. Log the address of the visitor.',
  );
});

it('tells readers of a shared link not what to do', () => {
  expect(mainReason([address(12)], true)).toBe(
    '12 visits are not judged: the log has no address of the visitor.',
  );
});
