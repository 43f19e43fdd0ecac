import { createStaticFileTest, sanitisePath, type SentLogEntry } from '@app/contracts';
import { type JudgedVisitor, judgeLog, readEntries } from './judge-log.js';
import type { LabelledVisit } from './labelled-visits.js';

/** How much of a log is judged. Each is what some servers log. */
export const VIEWS = ['with headers', 'combined', 'pages only'] as const;
export type View = (typeof VIEWS)[number];

/** `unseen`: the log has no request of it. */
export type SeenAs = JudgedVisitor['judgement'] | 'unseen';

export interface JudgedVisit extends LabelledVisit {
  verdicts: Record<View, Pick<JudgedVisitor, 'signals'> & { judgement: SeenAs }>;
}

/** Judges the visits of a website by its log, with all that was logged and with less. */
export async function judgeVisits(
  lines: readonly string[],
  domain: string,
  visits: readonly LabelledVisit[],
): Promise<JudgedVisit[]> {
  const entries = readEntries(lines, 'json-fields');
  const found = {
    'with headers': await byAddress(entries, domain),
    combined: await byAddress(entries.map(withoutHeaders), domain),
    'pages only': await byAddress(entries.filter(isPage).map(withoutHeaders), domain),
  };
  return visits.map((visit) => {
    const verdicts = VIEWS.map((view) => [view, found[view].get(visit.address) ?? UNSEEN]);
    return { ...visit, verdicts: Object.fromEntries(verdicts) as JudgedVisit['verdicts'] };
  });
}

const UNSEEN = { judgement: 'unseen', signals: [] } as const;

async function byAddress(entries: readonly SentLogEntry[], domain: string) {
  const judged = await judgeLog(entries, domain);
  return new Map(judged.map((visitor) => [visitor.address, visitor]));
}

/** The format `combined` has neither the host nor these headers. */
function withoutHeaders(entry: SentLogEntry): SentLogEntry {
  return { ...entry, host: '', sec_fetch_mode: undefined, sec_purpose: undefined };
}

const isStaticFile = createStaticFileTest();
const isPage = ({ path, status_code: statusCode }: SentLogEntry) =>
  !isStaticFile({ path: sanitisePath(path), statusCode, contentType: undefined });
