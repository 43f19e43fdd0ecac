import type { Label } from '../../../apps/worker/test/people/labelled-visits.js';
import type { WebsiteName } from '../server/websites.js';
import type { Guest } from './guest.js';

/** What one kind of visitor does with a browser. */
export interface Persona {
  name: string;
  label: Label;
  websites: readonly WebsiteName[];
  /** Whether its browser says that it is one without a window; by default it says that it has one. */
  isHeadless?: boolean;
  /** Whether it loads only documents and scripts, which Chromium can. */
  isSparse?: boolean;
  /** By how many times it is more frequent than others; by default 1. */
  share?: number;
  act: (guest: Guest) => Promise<void>;
}
