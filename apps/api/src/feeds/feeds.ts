import { cloudflare } from './cloudflare.js';
import { fastly } from './fastly.js';
import type { Feed } from './feed.js';
import { firehose } from './firehose.js';
import { json } from './json.js';
import { lines } from './lines.js';
import { otlp } from './otlp.js';

/** Every feed, in the order of the documentation. */
export const FEEDS: readonly Feed[] = [cloudflare, fastly, firehose, json, lines, otlp];
