import type { LabelledVisit } from '../../../apps/worker/test/people/labelled-visits.js';
import type { WebsiteName } from '../server/websites.js';
import type { MovedClock } from './moved-clock.js';

/** A visit with the time at which it would have been. */
export interface Visit extends LabelledVisit {
  website: WebsiteName;
  clock: MovedClock;
}
