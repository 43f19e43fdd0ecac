// The way of a log from its lines to verdicts on each of its visitors, without a database.
import { createSecretKey, randomUUID } from 'node:crypto';
import { createClassifier } from '@app/classification';
import {
  addressAt,
  type AddressNumbers,
  addressText,
  createStaticFileTest,
  type EntryColumns,
  type SentLogEntry,
  textAt,
} from '@app/contracts';
import { type ChosenFormat, createReader } from '@app/log-formats';
import {
  agentFacts,
  createEvidence,
  eachSignal,
  type Evidence,
  judgeDay,
  NO_READERS,
  NO_RECORDS,
  pseudonymsWith,
  type Readers,
  SIGNAL_NAMES,
  type SignalName,
} from '@app/people';
import { AddressSet } from '@app/verification';
import { EntryBatch } from '../../../api/src/ingest/entry-batch.js';
import { judgeVisitors } from '../../../../libs/people/src/judge-day.js';
import type { Judgement } from '../../../../libs/people/src/judgement.js';
import { VisitorDay } from '../../../../libs/people/src/visitor-day.js';
import { DAYS_BEFORE } from '../../../../libs/storage/src/people/judge-website-day.js';
import { createClassifyStep } from '../../src/log-jobs/steps/classify.js';
import { createEvidenceStep } from '../../src/log-jobs/steps/evidence.js';
import { createRequestsStep } from '../../src/log-jobs/steps/requests.js';

const DAY_MS = 86_400_000;
/** The begin of 2000, in days since 1970. */
const DAY_OF_2000 = 10_957;
const WEBSITE = 1;
const pseudonyms = pseudonymsWith(createSecretKey(Buffer.alloc(32, 1)));

/** How a visitor was judged on a day, and why. */
export interface JudgedVisitor {
  address: string;
  agent: string;
  /** In days since 1970. */
  day: number;
  /** `named`: its agent says that it is a bot. */
  judgement: Judgement | 'named';
  signals: SignalName[];
}

/** Reads lines of a log into entries. It throws at a line that is none. */
export function readEntries(lines: readonly string[], format: ChosenFormat): SentLogEntry[] {
  const reader = createReader(format, { now: Date.now(), host: '' });
  return lines.flatMap((line) =>
    reader.readLine(line).map((result) => {
      if (result.kind !== 'entry') throw new Error(`${JSON.stringify(result)}: ${line}`);
      return result.entry;
    }),
  );
}

/** Judges all visitors of the log of a website, day by day. */
export async function judgeLog(
  entries: readonly SentLogEntry[],
  domain: string,
): Promise<JudgedVisitor[]> {
  const days = [...new Set(entries.map(dayOf))].sort((one, other) => one - other);
  const readersOf = new Map<number, Readers>();
  const all: JudgedVisitor[] = [];
  for (const day of days) {
    const own = columnsOf(entries.filter((entry) => dayOf(entry) === day));
    const evidence = await evidenceOf(own, domain);
    const at = day - DAY_OF_2000;
    const before = readersBefore(readersOf, day);
    const { readers } = judgeDay({ evidence, visits: NO_RECORDS.visits }, at, before);
    readersOf.set(day, readers);
    all.push(...judgedVisitors(evidence, { day: at, readers, before }, visitorsOf(own, day)));
  }
  return all;
}

/** Returns what the readers of the days before a day have shown, as the service looks at them. */
function readersBefore(readersOf: ReadonlyMap<number, Readers>, day: number): Readers {
  const days = Array.from({ length: DAYS_BEFORE }, (_, at) => day - DAYS_BEFORE + at);
  return days.reduce(
    (sum, before) => addReaders(sum, readersOf.get(before) ?? NO_READERS),
    NO_READERS,
  );
}

const timeOf = ({ timestamp }: SentLogEntry) => Number(timestamp);
const dayOf = (entry: SentLogEntry) => Math.floor(timeOf(entry) / DAY_MS);

/** Returns entries as the API queues them, column by column. */
export function columnsOf(entries: readonly SentLogEntry[]): EntryColumns {
  const batch = new EntryBatch(createStaticFileTest());
  for (const entry of entries) batch.add(entry, timeOf(entry));
  return batch.columns();
}

/** Takes entries through the steps of a worker that need no database. */
async function evidenceOf(entries: EntryColumns, domain: string): Promise<Evidence> {
  const batch = { id: randomUUID(), accountId: 1, websiteId: WEBSITE, receivedAt: 0 };
  const places = Uint32Array.from({ length: entries.count }, (_, place) => place);
  const part = { batch: { ...batch, count: entries.count }, id: batch.id, halfOf: [] };
  const settings = { behaviour: 'visitor', ipStorage: 'full' } as const;
  const classify = createClassifyStep({ classifier: createClassifier({ cacheSize: 1_000 }) });
  const judgeRequests = createRequestsStep(settings);
  const edges = new AddressSet([]);
  const gather = createEvidenceStep({
    ...settings,
    visitors: {
      addressKeys: { find: () => ({ kind: 'lost' }) },
      visitorKeys: { of: async () => () => ({ pseudonyms, madeOn: 0 }) },
      edges: () => edges,
    },
  });
  const classified = await classify({
    part: { ...part, entries, places },
    places,
    websiteIds: new Int32Array(places.length).fill(WEBSITE),
    dropped: 0,
    pagesOnly: new Set(),
    behaviours: new Map(),
    domainOf: entries.host.texts.map(() => domain),
  });
  const { evidence } = await gather(judgeRequests(classified));
  return evidence?.evidence ?? createEvidence(0);
}

type KnownVisitor = Pick<JudgedVisitor, 'address' | 'agent' | 'day'>;

/** Returns the visitors of a day by their pseudonyms. */
function visitorsOf(entries: EntryColumns, day: number): Map<number, KnownVisitor> {
  const visitors = new Map<number, KnownVisitor>();
  for (let place = 0; place < entries.count; place++) {
    const numbers = addressAt(entries.addresses, place) as AddressNumbers;
    const agent = textAt(entries.userAgent, place);
    const addresses = pseudonyms.ofAddresses([numbers], [WEBSITE]);
    const [pseudonym] = pseudonyms.ofVisitors(addresses, [agentFacts(agent).checksum]);
    visitors.set(pseudonym as number, { address: addressText(numbers), agent, day });
  }
  return visitors;
}

/** Returns how each of the known visitors was judged. */
function judgedVisitors(
  evidence: Evidence,
  context: Parameters<typeof judgeVisitors>[1],
  known: ReadonlyMap<number, KnownVisitor>,
): JudgedVisitor[] {
  const visitors = new VisitorDay(evidence);
  const { judgements, low, high } = judgeVisitors(visitors, context);
  const numberOf = new Map<number, number>();
  visitors.visitorOf.forEach((visitor, row) =>
    numberOf.set(evidence.visitors[row] as number, visitor),
  );
  return [...known].map(([pseudonym, visitor]) => {
    const number = numberOf.get(pseudonym);
    if (number === undefined) return { ...visitor, judgement: 'named', signals: [] };
    const judgement = judgements[number] as Judgement;
    const signals: SignalName[] = [];
    const bits = { low: low[number] as number, high: high[number] as number };
    eachSignal(bits, (at) => signals.push(SIGNAL_NAMES[at] as SignalName));
    return { ...visitor, judgement, signals };
  });
}

function addReaders(before: Readers, readers: Readers): Readers {
  return {
    loading: before.loading + readers.loading,
    http2: before.http2 + readers.http2,
    modes: before.modes + readers.modes,
    usualRelease: readers.usualRelease ?? before.usualRelease,
  };
}
