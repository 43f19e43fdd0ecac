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

const TIMESCALE = '| TimescaleDB | 6.2 | 7.0 | 5.8 | – | 0.8 | 30 | 16 |';
const PLAIN = '| plain | 5.2 | 9.3 | 10.1 | – | 0.8 | 266 | 105 |';
const CITUS = '| Citus | 6.1 | 9.9 | 10.9 | 0.2 | 0.8 | 282 | 102 |';

const TRAFFIC = figure(2, LOCK, 'hours and days 2.0');
const PAGES = figure(4.2, LOCK, 'pages of the day 4.2');
const DETAILS = figure(1.8, LOCK, 'status codes, referrals and clients 1.8');

export const FIGURES = {
  timescale: {
    api: figure(6.2, CPU, TIMESCALE, 0),
    worker: figure(7, CPU, TIMESCALE, 1),
    database: figure(5.8, CPU, TIMESCALE, 2),
    redis: figure(0.8, CPU, TIMESCALE, 3),
    wal: figure(30, BYTES, TIMESCALE, 4),
    disk: figure(16, BYTES, TIMESCALE, 5),
    // TimescaleDB counts traffic and pages later, from its chunks.
    locked: [DETAILS],
  },
  plain: {
    api: figure(5.2, CPU, PLAIN, 0),
    worker: figure(9.3, CPU, PLAIN, 1),
    database: figure(10.1, CPU, PLAIN, 2),
    redis: figure(0.8, CPU, PLAIN, 3),
    wal: figure(266, BYTES, PLAIN, 4),
    disk: figure(105, BYTES, PLAIN, 5),
    locked: [TRAFFIC, PAGES, DETAILS],
  },
  citus: {
    api: figure(6.1, CPU, CITUS, 0),
    worker: figure(9.9, CPU, CITUS, 1),
    /** Of all servers together. */
    database: figure(10.9, CPU, CITUS, 2),
    coordinator: figure(0.2, CPU, CITUS, 3),
    redis: figure(0.8, CPU, CITUS, 4),
    wal: figure(282, BYTES, CITUS, 5),
    disk: figure(102, BYTES, CITUS, 6),
    locked: [TRAFFIC, PAGES, DETAILS],
  },
};
