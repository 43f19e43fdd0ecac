import { API_ERRORS, type FeedSetup, REJECT_REASONS, SKIP_REASONS } from '@app/contracts';
import { KEY_PLACE, partsOf, readGuides, remarksOn } from '@app/feed-guides';

/**
 * Makes the reader of how senders are set up. The pages are read once, because they come with the
 * release.
 *
 * @param url public address of the service, without a slash at its end
 */
export function feedSetupReader(url: () => string): () => FeedSetup {
  const guides = readGuides();
  return () => ({
    url: url(),
    remarks: remarksOn(url()),
    key_place: KEY_PLACE,
    senders: guides.map((guide) => ({
      sender: guide.sender,
      title: guide.title,
      feed: guide.feed,
      page: `docs/feeds/${guide.page}`,
      parts: partsOf(guide, url()),
    })),
    skip_reasons: SKIP_REASONS,
    reject_reasons: REJECT_REASONS,
    refusals: Object.fromEntries(
      Object.entries(API_ERRORS).map(([code, { when }]) => [code, when]),
    ),
  });
}
