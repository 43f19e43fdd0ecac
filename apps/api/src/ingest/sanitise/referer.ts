import { cleanText, cutToBytes, withoutQuery } from '@app/contracts';

const MAX_REFERER_BYTES = 2048;

/** Without query and fragment; null when there was none (logs write `-`). */
export function sanitiseReferer(referer: string | undefined): string | null {
  if (referer === undefined) return null;
  const cleaned = cutToBytes(cleanText(withoutQuery(referer)), MAX_REFERER_BYTES);
  return cleaned === '' || cleaned === '-' ? null : cleaned;
}
