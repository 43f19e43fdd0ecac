import { createEvidence, type Evidence, EVIDENCE_COLUMNS } from './evidence.js';
import { countOf, packColumns, type PackedColumn, unpackColumns } from './pack-columns.js';

/** What is added to a value before it is written. */
const SHIFT: Readonly<Record<string, number>> = { released: 1 };

export function packEvidence(evidence: Evidence): Buffer {
  return packColumns(evidence.count, columnsOf(evidence));
}

/** @throws Error when the bytes are not what `packEvidence` makes */
export function unpackEvidence(bytes: Buffer): Evidence {
  const evidence = createEvidence(countOf(bytes));
  if (unpackColumns(bytes, columnsOf(evidence)) !== bytes.length)
    throw new Error('The evidence has more bytes than its columns');
  return evidence;
}

function columnsOf(evidence: Evidence): PackedColumn[] {
  return EVIDENCE_COLUMNS.map((name) => ({
    name,
    values: evidence[name],
    shift: SHIFT[name] ?? 0,
  }));
}
