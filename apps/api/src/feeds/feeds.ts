import { akamai } from './akamai.js';
import { bunny } from './bunny.js';
import { cloudflare } from './cloudflare.js';
import { fastly } from './fastly.js';
import type { Feed } from './feed.js';
import { firehose } from './firehose.js';
import { json } from './json.js';
import { lines } from './lines.js';
import { netlify } from './netlify.js';
import { otlp } from './otlp.js';
import { pubsub } from './pubsub.js';
import { vercel } from './vercel.js';

/** Every feed, in the order of the documentation. */
export const FEEDS: readonly Feed[] = [
  cloudflare,
  fastly,
  akamai,
  vercel,
  netlify,
  bunny,
  firehose,
  pubsub,
  json,
  lines,
  otlp,
];
