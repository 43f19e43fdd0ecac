import { randomUUID } from 'node:crypto';
import { type LogJob, logJobSchema } from '@app/contracts';
import { type AcceptedBatch, entriesOf, type LogQueue, packEntries, type Turn } from '@app/queue';
import { aLogEntry } from '@app/testing';
import type { Queue } from 'bullmq';
import { decodeEntries } from '../../libs/queue/test/entries.js';
import { type OpenQueue, openQueue } from '../support/open-queue.js';
import type { QueueName } from '../support/system-on-queue.js';
import { describeOnQueue } from '../support/system.js';

function aBatch(entries: number, accountId = 1, turn: Turn = 'first'): AcceptedBatch {
  const id = randomUUID();
  return {
    id,
    accountId,
    websiteId: accountId * 10,
    receivedAt: Date.now(),
    entries: packEntries(
      Array.from({ length: entries }, (_, place) => aLogEntry({ path: `/${id}/${place}` })),
    ),
    turn,
  };
}

/** What the job holds of a batch, except the entries. */
const headOf = ({ id, accountId, websiteId, receivedAt, entries }: AcceptedBatch) => ({
  id,
  accountId,
  websiteId,
  receivedAt,
  count: entries.count,
});

function groupsBatches(name: QueueName): void {
  let opened: OpenQueue;
  let queue: Queue;
  let logQueue: LogQueue;
  beforeAll(async () => {
    opened = await openQueue(name);
    ({ queue, logQueue } = opened);
  });
  beforeEach(() => queue.drain(true));
  afterAll(() => opened.close());

  /** Returns the data of the waiting jobs, by job id. */
  const jobs = async (): Promise<Map<string, LogJob>> => {
    const waiting = await queue.getJobs(['waiting', 'prioritized']);
    return new Map(waiting.map((job) => [job.id ?? '', logJobSchema.parse(job.data)]));
  };
  const enqueueAll = (batches: AcceptedBatch[]) =>
    Promise.all(batches.map((batch) => logQueue.enqueue(batch)));

  it('keeps a batch that comes alone as a job under its own id', async () => {
    const batch = aBatch(3);
    await logQueue.enqueue(batch);
    const [[id, job] = []] = await jobs();
    expect(id).toBe(batch.id);
    expect(job).toMatchObject({ v: 1, batches: [headOf(batch)] });
    expect(decodeEntries(job?.payload ?? '', 3)).toEqual(entriesOf(batch.entries));
  });

  it('makes one job of small batches that come together, even of different accounts', async () => {
    const batches = [aBatch(1), aBatch(2, 2), aBatch(1, 3)];
    await enqueueAll(batches);
    const [job, ...others] = [...(await jobs()).values()];
    expect(others).toEqual([]);
    expect(job).toMatchObject({ v: 1, batches: batches.map(headOf) });
    expect(decodeEntries(job?.payload ?? '', 4)).toEqual(
      batches.flatMap(({ entries }) => entriesOf(entries)),
    );
  });

  it('makes one batch of those of a website that have no ids', async () => {
    const named = aBatch(1);
    const unnamed = [aBatch(1), aBatch(2), aBatch(1, 2)].map((batch) => ({
      ...batch,
      id: undefined,
    }));
    const [first, second, third] = unnamed as [AcceptedBatch, AcceptedBatch, AcceptedBatch];
    second.receivedAt = first.receivedAt - 5;
    const ids = await enqueueAll([first, named, second, third]);
    const [job, ...others] = [...(await jobs()).values()];
    expect(others).toEqual([]);
    const joined = { ...headOf(first), receivedAt: second.receivedAt, count: 3 };
    expect(job?.batches).toEqual([
      { ...joined, id: ids[0] },
      headOf(named),
      { ...headOf(third), id: ids[3] },
    ]);
    expect(ids).toEqual([ids[0], named.id, ids[0], ids[3]]);
    expect(new Set(ids).size).toBe(3);
    expect(decodeEntries(job?.payload ?? '', 5)).toEqual(
      [first, second, named, third].flatMap(({ entries }) => entriesOf(entries)),
    );
  });

  it('cuts the addresses of joined batches under the id that they have then', async () => {
    const cut: [string, number][] = [];
    const seal = (id: string, { lengths }: { lengths: Uint8Array }) => {
      cut.push([id, lengths.length]);
      return Promise.resolve('c2VhbGVk');
    };
    const ids = await enqueueAll(
      [aBatch(1), aBatch(2)].map((batch) => ({ ...batch, id: undefined, seal })),
    );
    expect(cut).toEqual([[ids[0], 3]]);
    const [job] = [...(await jobs()).values()];
    expect(job?.batches).toMatchObject([{ id: ids[0], sealed: 'c2VhbGVk' }]);
  });

  it('does not join what comes first with what comes later', async () => {
    const batches = [aBatch(1), aBatch(1, 2, 'later'), aBatch(1), aBatch(1, 2, 'later')];
    await enqueueAll(batches);
    const held = [...(await jobs()).values()];
    const accounts = held.map((job) => job.batches.map(({ accountId }) => accountId));
    for (const of of accounts) expect(new Set(of).size).toBe(1);
  });

  it('gives no job more entries than the largest request has', async () => {
    const batches = Array.from({ length: 12 }, () => aBatch(200));
    await enqueueAll(batches);
    const held = [...(await jobs()).values()];
    const counts = held.map((job) => job.batches.reduce((sum, { count }) => sum + count, 0));
    expect(counts.sort()).toEqual([1000, 1000, 400]);
    const ids = held.flatMap((job) => job.batches.map(({ id }) => id));
    expect(ids.sort()).toEqual(batches.map(({ id }) => id).sort());
  });

  it('keeps large batches in separate jobs', async () => {
    const batches = [aBatch(250), aBatch(1000), aBatch(1)];
    await enqueueAll(batches);
    const held = await jobs();
    expect([...held.keys()].sort()).toEqual(batches.map(({ id }) => id).sort());
    expect([...held.values()].map((job) => job.batches.length)).toEqual([1, 1, 1]);
  });
}

describeOnQueue('grouping', groupsBatches);
