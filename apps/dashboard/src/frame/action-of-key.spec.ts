import { parseAddress } from '../address/address.js';
import { actionOfKey } from './action-of-key.js';

const context = {
  address: parseAddress('?compare=previous'),
  groups: [
    { key: '1', view: undefined },
    { key: '3', view: 'bots' },
    { key: '4', view: 'pages' },
  ],
  lastYear: { start: '2025-11-24', end: '2026-11-23' },
};
const press = (key: string, more = {}) =>
  actionOfKey({ key, isModified: false, isInField: false, ...more }, context);

it('changes view, period and comparison', () => {
  expect(press('1')).toMatchObject({ show: { view: undefined } });
  expect(press('4')).toMatchObject({ show: { view: 'pages' } });
  for (const key of ['2', '5', '0']) expect(press(key)).toBeUndefined();
  expect(press('w')).toEqual({ show: { days: { period: 'last_7_days' } } });
  expect(press('y')).toEqual({ show: { days: context.lastYear } });
  expect(press('c')).toEqual({ show: { compare: false } });
  expect(press('x')).toEqual({ show: { filters: {} } });
});

it('leads to the filter and to the list of keys', () => {
  expect(press('/')).toEqual({ go: 'search' });
  expect(press('?')).toEqual({ go: 'help' });
});

it('does nothing in fields, with a modifier, and with any other key', () => {
  for (const key of ['1', 'd', '/', '?', 'x']) {
    expect(press(key, { isInField: true })).toBeUndefined();
    expect(press(key, { isModified: true })).toBeUndefined();
  }
  for (const key of ['a', 'Enter', 'Escape', 'ArrowLeft', 'D']) expect(press(key)).toBeUndefined();
});
