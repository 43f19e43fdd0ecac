/**
 * Returns what stands for the heads of the batches in the data of a job, without a check of any of
 * them: an object each, and none where the data is no job.
 */
export function headsOf(data: unknown): Record<string, unknown>[] {
  const { batches } = Object(data) as { batches?: unknown };
  const heads = Array.isArray(batches) ? (batches as unknown[]) : [];
  return heads.map((head) => Object(head) as Record<string, unknown>);
}
