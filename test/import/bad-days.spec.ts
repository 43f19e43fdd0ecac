import { appendFileSync } from 'node:fs';
import { startSystemOn, type System } from '../support/system-on-queue.js';
import { type Fault, type Front, startFaultyFront } from './faulty-front.js';
import { lines, Operator } from './importing.js';

const SOON = { 'retry-after': '0' };
/** The faults come in turns. The requests between them are served. */
const FAULTS: Fault[] = [
  { status: 503, headers: SOON },
  'lose the answer',
  { status: 429, headers: SOON },
  'reset',
  { status: 409, headers: SOON },
  { status: 502 },
];

let system: System;
beforeAll(async () => {
  system = await startSystemOn('postgres', { flavour: 'plain' });
});
afterAll(() => system.stop());

async function withFront(
  faultOf: (request: number) => Fault | undefined,
  work: (operator: Operator, front: Front) => Promise<void>,
) {
  const front = await startFaultyFront(system.base, faultOf);
  const operator = new Operator(system, await system.createTenant(), front.url);
  try {
    await work(operator, front);
  } finally {
    operator.close();
    await front.stop();
  }
}

it('an API that is busy, away or loses its answers gets every entry exactly once', async () => {
  const faultOf = (n: number) => (n % 2 === 0 ? FAULTS[(n / 2) % FAULTS.length] : undefined);
  await withFront(faultOf, async (operator, front) => {
    const log = operator.write('access.log', lines(12_300));
    await operator.expectSummary('12,300 entries, 0 rejected', log);
    await operator.expectVisits(12_300);
    // Each of the 13 batches has its own key, and has it at every try.
    expect(new Set(front.names).size).toBe(13);
    expect(front.names).not.toContain('undefined');
    expect(front.names.length).toBeGreaterThan(20);
  });
});

it('an API that goes away half-way: the import says how to continue, and continues there', async () => {
  let away = false;
  const faultOf = (n: number): Fault | undefined => {
    away ||= n === 6;
    return away ? { status: 503, headers: SOON } : undefined;
  };
  await withFront(faultOf, async (operator, front) => {
    const log = operator.write('access.log', lines(10_000));
    const outcome = await operator.run(['--patience', '1', log]);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toContain('run the same command again. It continues where it stopped.');
    const tried = front.names.length;
    away = false;
    const { stdout } = await operator.expectSummary('lines imported before', log);
    expect(stdout).toMatch(/^[4-6],000 entries, 0 rejected, [4-6],000 lines imported before, /);
    expect(front.names.length).toBeGreaterThan(tried);
    await operator.expectVisits(10_000);
  });
});

it('a log that grows after its last batch was sent, but before that was known', async () => {
  let lost = true;
  await withFront(
    () => (lost ? 'lose the answer' : undefined),
    async (operator) => {
      const log = operator.write('access.log', lines(700));
      expect((await operator.run(['--patience', '1', log])).status).toBe(1);
      lost = false;
      appendFileSync(log, lines(600, '/more'));
      await operator.expectSummary('1,300 entries, 0 rejected', log);
      await operator.expectVisits(1_300);
    },
  );
});

it('the import keeps waiting while the API asks to come back later', async () => {
  const faultOf = (n: number): Fault | undefined =>
    n < 20 ? { status: 429, headers: { 'retry-after': '0.1' } } : undefined;
  await withFront(faultOf, async (operator) => {
    const log = operator.write('access.log', lines(10));
    await operator.expectSummary('10 entries', '--patience', '1', log);
  });
});

it('lines that were sent in another way within a day are not sent again', async () => {
  await withFront(
    () => undefined,
    async (operator) => {
      const log = operator.write('access.log', lines(10));
      await operator.expectSummary('10 entries', log);
      operator.forget();
      const { stderr } = await operator.expectSummary('0 entries', '--host', 'b.example', log);
      expect(stderr).toContain('Lines 1 to 10 were accepted within the last 24 hours');
      await operator.expectVisits(10);
    },
  );
});
