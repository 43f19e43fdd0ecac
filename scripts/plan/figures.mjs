// The figures of the model, in one place. Each one stands in docs/performance.md: `passage` is the text
// there that has it, with single blanks, and `place` says which number of the passage it is, from 0. To
// change a figure, change `value`, and `passage` with it. The suite test/plan/figures.spec.ts fails when
// a passage does not stand on that page exactly once, or when the number at its place is another one.

/** All of them for 1,000 entries in a request. */
const CPU = 'processor seconds a million';
const BYTES = 'bytes a visit';
/** For how long a website's counters are locked while its visits are written. */
const LOCK = 'milliseconds a thousand visits';

const figure = (value, unit, passage, place = 0) => ({ value, unit, passage, place });

const TIMESCALE = '| TimescaleDB | 5.0 | 6.5 | 5.8 | – | 0.9 | 42 | 21 |';
const PLAIN = '| plain | 5.0 | 6.9 | 7.2 | – | 0.8 | 301 | 128 |';
const CITUS = '| Citus | 4.3 | 9.4 | 11.2 | 0.3 | 0.8 | 340 | 120 |';

const TRAFFIC = figure(2, LOCK, 'hours and days 2.0');
const PAGES = figure(4.2, LOCK, 'pages of the day 4.2');
const DETAILS = figure(1.8, LOCK, 'status codes, referrals and clients 1.8');

export const FIGURES = {
  timescale: {
    api: figure(5, CPU, TIMESCALE, 0),
    worker: figure(6.5, CPU, TIMESCALE, 1),
    database: figure(5.8, CPU, TIMESCALE, 2),
    redis: figure(0.9, CPU, TIMESCALE, 3),
    wal: figure(42, BYTES, TIMESCALE, 4),
    disk: figure(21, BYTES, TIMESCALE, 5),
    // TimescaleDB counts traffic and pages later, from its chunks.
    locked: [DETAILS],
  },
  plain: {
    api: figure(5, CPU, PLAIN, 0),
    worker: figure(6.9, CPU, PLAIN, 1),
    database: figure(7.2, CPU, PLAIN, 2),
    redis: figure(0.8, CPU, PLAIN, 3),
    wal: figure(301, BYTES, PLAIN, 4),
    disk: figure(128, BYTES, PLAIN, 5),
    locked: [TRAFFIC, PAGES, DETAILS],
  },
  citus: {
    api: figure(4.3, CPU, CITUS, 0),
    worker: figure(9.4, CPU, CITUS, 1),
    /** Of all servers together. */
    database: figure(11.2, CPU, CITUS, 2),
    coordinator: figure(0.3, CPU, CITUS, 3),
    redis: figure(0.8, CPU, CITUS, 4),
    wal: figure(340, BYTES, CITUS, 5),
    disk: figure(120, BYTES, CITUS, 6),
    locked: [TRAFFIC, PAGES, DETAILS],
  },
};
