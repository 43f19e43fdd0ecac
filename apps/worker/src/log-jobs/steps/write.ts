import type { IpStorage } from '@app/contracts';
import type { WorkerMetrics } from '@app/observability';
import type { VisitWriter } from '@app/storage';
import type { NamedPart } from './names.js';
import type { JudgedPart, VisitJudgement } from './verify.js';
import { visitColumns } from './visit-columns.js';

export type Written =
  | {
      kind: 'stored';
      visits: number;
      /** Visits that an earlier delivery stored, which did not come to the end of the part. */
      known: number;
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
    const { part, judgements, pages, pageOf, dropped, skipped, evidence, unjudged } = named;
    const { accountId, receivedAt, websiteId: keyWebsiteId } = part.batch;
    const visits = visitColumns(named, ipStorage);
    const { id, halfOf } = part;
    const outcome = await writer.write({
      ...{ id, halfOf, accountId, receivedAt, keyWebsiteId },
      ...{ visits, skipped, evidence, unjudged },
    });
    if (outcome.kind !== 'stored') return outcome;
    if (visitsVerified) count(judgements, visitsVerified);
    const withoutPage = pageOf.filter((page) => pages[page]?.id === null).length;
    const skippedRequests = skipped.reduce((sum, { requests }) => sum + requests, 0);
    return { known: 0, ...outcome, withoutPage, dropped, skipped: skippedRequests };
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
