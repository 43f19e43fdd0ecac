// The figures of the model, in one place. Each one stands in docs/performance.md: `passage` is the text
// there that has it, with single blanks, and `place` says which number of the passage it is, from 0. To
// change a figure, change `value`, and `passage` with it. The suite test/plan/figures.spec.ts fails when
// a passage does not stand on that page exactly once, or when the number at its place is another one.

/** All of them for 1,000 entries in a request. */
const CPU = 'processor seconds a million';
const BYTES = 'bytes a visit';
/** For how long some of a website's counters are locked while its visits are written. */
const LOCK = 'milliseconds a thousand visits';

const figure = (value, unit, passage, place = 0) => ({ value, unit, passage, place });

const TIMESCALE = '| TimescaleDB | 4.3 | 4.8 | 4.4 | – | 0.5 | 30 | 16 |';
const PLAIN = '| plain | 4.0 | 6.4 | 7.5 | – | 0.5 | 269 | 105 |';
const CITUS = '| Citus | 4.3 | 7.8 | 8.9 | 0.2 | 0.6 | 283 | 101 |';

const ON_PLAIN = figure(1.7, LOCK, 'took plain PostgreSQL 1.7 ms');
const ON_TIMESCALE = figure(1.3, LOCK, 'TimescaleDB 1.3 ms');

export const FIGURES = {
  timescale: {
    api: figure(4.3, CPU, TIMESCALE, 0),
    worker: figure(4.8, CPU, TIMESCALE, 1),
    database: figure(4.4, CPU, TIMESCALE, 2),
    redis: figure(0.5, CPU, TIMESCALE, 3),
    wal: figure(30, BYTES, TIMESCALE, 4),
    disk: figure(16, BYTES, TIMESCALE, 5),
    locked: ON_TIMESCALE,
  },
  plain: {
    api: figure(4, CPU, PLAIN, 0),
    worker: figure(6.4, CPU, PLAIN, 1),
    database: figure(7.5, CPU, PLAIN, 2),
    redis: figure(0.5, CPU, PLAIN, 3),
    wal: figure(269, BYTES, PLAIN, 4),
    disk: figure(105, BYTES, PLAIN, 5),
    locked: ON_PLAIN,
  },
  citus: {
    api: figure(4.3, CPU, CITUS, 0),
    worker: figure(7.8, CPU, CITUS, 1),
    /** Of all servers together. */
    database: figure(8.9, CPU, CITUS, 2),
    coordinator: figure(0.2, CPU, CITUS, 3),
    redis: figure(0.6, CPU, CITUS, 4),
    wal: figure(283, BYTES, CITUS, 5),
    disk: figure(101, BYTES, CITUS, 6),
    locked: ON_PLAIN,
  },
};
