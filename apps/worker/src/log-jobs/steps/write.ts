import { HUMAN_BOT_ID, referralSourceOf } from '@app/classification';
import { type IpStorage, storedAddress, type Verdict } from '@app/contracts';
import type { Visit, VisitWriter } from '@app/storage';
import type { WorkerMetrics } from '@app/observability';
import type { ClassifiedVisit } from './classify.js';
import type { NamedPart } from './names.js';
import type { JudgedPart, VisitJudgement } from './verify.js';

export type Written =
  | {
      kind: 'stored';
      visits: number;
      /** The visits that are beyond the bound on distinct paths. */
      withoutPage: number;
      /** Entries that were left out because their website is deleted. */
      dropped: number;
      /** Entries that were left out because their website counts pages only. */
      skipped: number;
    }
  /** An earlier delivery settled the part. */
  | { kind: 'duplicate' }
  /** The ledger says that the part is written in halves. */
  | { kind: 'split' };

export interface WriteStepDependencies {
  writer: VisitWriter;
  ipStorage: IpStorage;
  /** Is told of stored visits that name a bot. */
  visitsVerified?: Pick<WorkerMetrics['visitsVerified'], 'inc'>;
}

/** The last step: writes the visits of a part and its row in the ledger, both or neither. */
export function createWriteStep({ writer, ipStorage, visitsVerified }: WriteStepDependencies) {
  return async function write(named: NamedPart): Promise<Written> {
    const { part, judgements, pageIds, nameIds, dropped, skipped } = named;
    const { accountId, receivedAt } = part.batch;
    const visits = named.visits.map((visit, place) => {
      const botId = botIdOf(visit.verdict, nameIds);
      return toRow(visit, botId, judgements[place], pageIds[place] ?? null, ipStorage);
    });
    const outcome = await writer.write({ id: part.id, accountId, receivedAt, visits, skipped });
    if (outcome.kind !== 'stored') return outcome;
    if (visitsVerified) count(judgements, visitsVerified);
    const withoutPage = visits.filter(({ pageId }) => pageId === null).length;
    const skippedRequests = skipped.reduce((sum, { requests }) => sum + requests, 0);
    return { ...outcome, withoutPage, dropped, skipped: skippedRequests };
  };
}

/** Adds up first, because a counter with labels is far slower than a map. */
function count(
  judgements: JudgedPart['judgements'],
  visitsVerified: NonNullable<WriteStepDependencies['visitsVerified']>,
): void {
  const counts = new Map<VisitJudgement['reason'], { judgement: VisitJudgement; visits: number }>();
  for (const judgement of judgements) {
    if (judgement === undefined) continue;
    const known = counts.get(judgement.reason);
    if (known) known.visits++;
    else counts.set(judgement.reason, { judgement, visits: 1 });
  }
  for (const { judgement, visits } of counts.values()) {
    const { verification, reason } = judgement;
    visitsVerified.inc({ verification, reason }, visits);
  }
}

function botIdOf(verdict: Verdict, nameIds: ReadonlyMap<string, number>): number {
  if (verdict.kind === 'human') return HUMAN_BOT_ID;
  return (verdict.declared && nameIds.get(verdict.declared.key)) ?? verdict.bot.id;
}

/**
 * Written field by field: a copy with `...entry` and more fields after it is far slower, and was
 * the most expensive step of a batch.
 */
function toRow(
  { entry, websiteId, verdict }: ClassifiedVisit,
  botId: number,
  judgement: VisitJudgement | undefined,
  pageId: number | null,
  ipStorage: IpStorage,
): Visit {
  const client = verdict.kind === 'human' ? verdict.client : undefined;
  return {
    time: entry.time,
    websiteId,
    botId,
    verification: judgement?.verification ?? 'not_checked',
    statusCode: entry.statusCode,
    pageId,
    method: entry.method,
    host: entry.host,
    path: entry.path,
    // The API has cut it, unless it is of an older release or has another setting.
    ip: storedAddress(entry.ip, ipStorage),
    userAgent: entry.userAgent,
    browser: client?.browser ?? null,
    os: client?.os ?? null,
    device: client?.device ?? null,
    referer: entry.referer,
    referralSource: verdict.kind === 'human' ? referralSourceOf(entry.referer) : null,
  };
}
