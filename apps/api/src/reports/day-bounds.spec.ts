import { refuseBeyond } from './day-bounds.js';

const at = (text: string) => new Date(text);
const told = (from: string, to: string, andBefore = false) => ({
  from: at(from),
  to: at(to),
  andBefore,
});
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };
const DAYS = told('2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z');

it.each([
  ['nobody who may see all days', null, told('2000-01-01', '2100-01-01', true)],
  ['nobody without bounds', { from: null, to: null }, told('2000-01-01', '2100-01-01', true)],
  ['the days themselves', NOVEMBER, DAYS],
  [
    'what was before, without a first day',
    { ...NOVEMBER, from: null },
    { ...DAYS, andBefore: true },
  ],
])('refuses not %s', (_, bounds, time) => {
  expect(() => refuseBeyond(bounds, time)).not.toThrow();
});

it.each([
  [
    'an hour before',
    NOVEMBER,
    { ...DAYS, from: at('2026-10-31T23:00:00Z') },
    'the days from 2026-11-01 to 2026-11-30 (UTC)',
  ],
  [
    'an hour after',
    NOVEMBER,
    { ...DAYS, to: at('2026-12-01T01:00:00Z') },
    'the days from 2026-11-01 to 2026-11-30 (UTC)',
  ],
  ['what was before', NOVEMBER, { ...DAYS, andBefore: true }, 'leave compare and new out'],
  [
    'a day before, without a last day',
    { ...NOVEMBER, to: null },
    { ...DAYS, from: at('2026-10-31') },
    'the days from 2026-11-01 on (UTC)',
  ],
  [
    'a day after, without a first day',
    { ...NOVEMBER, from: null },
    { ...DAYS, to: at('2026-12-02') },
    'the days until 2026-11-30 (UTC)',
  ],
])('refuses %s', (_, bounds, time, words) => {
  expect(() => refuseBeyond(bounds, time)).toThrow(words);
});
