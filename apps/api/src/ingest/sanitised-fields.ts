import type { SanitisedField, SanitisingReason } from '@app/contracts';

/** How often the fields of a batch were changed, by reason. */
export type SanitisedFields = Partial<
  Record<SanitisedField, Partial<Record<SanitisingReason, number>>>
>;

/** Counts a text of which something was lost. */
export function countSanitised(
  sanitised: SanitisedFields,
  field: SanitisedField,
  reason: SanitisingReason | undefined,
): void {
  if (reason === undefined) return;
  const reasons = (sanitised[field] ??= {});
  reasons[reason] = (reasons[reason] ?? 0) + 1;
}
