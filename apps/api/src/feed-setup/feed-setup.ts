import { API_ERRORS, type FeedSetup, REJECT_REASONS, SKIP_REASONS } from '@app/contracts';
import {
  KEY_PLACE,
  partsOf,
  readGuides,
  remarksOn,
  TRACKING_PLACE,
  WEBSITE_PLACE,
} from '@app/feed-guides';
import type { FastifyRequest } from 'fastify';
import { addressInRequest } from '../http/address-in-request.js';

/** Where the API is, as far as its process knows. No address has a slash at its end. */
export interface OwnAddress {
  /** The setting PUBLIC_URL. */
  publicUrl: string | undefined;
  /** Where the API listens, which may be known only once it does. */
  url: () => string;
}

/** Returns how senders are set up, for the client that asks with this request. */
export type ReadFeedSetup = (request: Pick<FastifyRequest, 'host' | 'protocol'>) => FeedSetup;

/**
 * Makes the reader of how senders are set up. The pages are read once, because they come with the
 * release. Senders are told the public address, or else the one at which the client itself reaches
 * the API: the process alone does not know the port that a container or a proxy gave it.
 */
export function feedSetupReader({ publicUrl, url }: OwnAddress): ReadFeedSetup {
  const guides = readGuides();
  return (request) => {
    const address = publicUrl ?? addressInRequest(request) ?? url();
    return {
      url: address,
      remarks: remarksOn(address),
      key_place: KEY_PLACE,
      website_place: WEBSITE_PLACE,
      tracking_place: TRACKING_PLACE,
      senders: guides.map((guide) => ({
        sender: guide.sender,
        title: guide.title,
        names: guide.names,
        logs: guide.logs,
        was_run: guide.wasRun,
        tested: guide.tested,
        feed: guide.feed,
        page: `docs/feeds/${guide.page}`,
        parts: partsOf(guide, address),
      })),
      skip_reasons: SKIP_REASONS,
      reject_reasons: REJECT_REASONS,
      refusals: Object.fromEntries(
        Object.entries(API_ERRORS).map(([code, { when }]) => [code, when]),
      ),
    };
  };
}
