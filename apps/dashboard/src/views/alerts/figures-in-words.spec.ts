import { figuresInWords } from './figures-in-words.js';

it('lists figures as people read them', () => {
  expect(
    figuresInWords({
      ...{ error_visits: 1_200, share: 0.125, from: '2026-11-20T12:30:00.000Z' },
      ...{ statuses: '404', most_spoofed: 'a\u202eb' },
    }),
  ).toBe(
    'error visits: 1,200 · from: 20 Nov 2026, 12:30 · most spoofed: a\\u202eb · share: 13% · statuses: 404',
  );
  expect(figuresInWords({})).toBe('');
});
