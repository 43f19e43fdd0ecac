import { afterFailure, type FailedPart } from './after-failure.js';

const withState = (code: string) => Object.assign(new Error('x'), { code, severity: 'ERROR' });
const one: FailedPart = { entries: 1, lastTry: false, othersRetry: false };
const many: FailedPart = { ...one, entries: 1_000 };

it.each(['08006', '57P01', '53100', '40001', '55P03'])('%s ends the try', (code) => {
  for (const part of [one, many, { ...one, lastTry: true }])
    expect(afterFailure(withState(code), part)).toBe('stop');
});

it.each(['22003', '22P02', '22021', '23514', '54000'])(
  '%s proves one entry bad, and halves many',
  (code) => {
    expect(afterFailure(withState(code), many)).toBe('halve');
    expect(afterFailure(withState(code), one)).toBe('bury');
    expect(afterFailure(withState(code), { ...many, othersRetry: true })).toBe('halve');
  },
);

it.each([withState('53200'), withState('57014'), new TypeError('x is not a function'), 'thrown'])(
  '%s proves nothing until the last try',
  (error) => {
    expect(afterFailure(error, many)).toBe('halve');
    expect(afterFailure(error, one)).toBe('retry');
    expect(afterFailure(error, { ...many, othersRetry: true })).toBe('retry');
    expect(afterFailure(error, { ...many, othersRetry: true, lastTry: true })).toBe('halve');
    expect(afterFailure(error, { ...one, lastTry: true })).toBe('bury');
  },
);
