import type { LoggedParts } from '@app/contracts';

/** What a guide does not say of its sender by itself. */
export interface SenderFacts {
  /** Other names by which people look for it: what it sends the logs of, and what is sent the same way. */
  names: string[];
  logs: LoggedParts;
}

/** All that tells visitors apart, and the files of pages. */
const ALL = {
  ...{ address: 'yes', host: 'yes', country: 'yes', fetch_headers: 'yes', static_files: 'yes' },
} as const satisfies LoggedParts;
/** The log of a server, as its own settings say. An address and the files of pages are in every one. */
const AS_LOGGED = {
  ...{ ...ALL, host: 'with_changes', country: 'with_changes', fetch_headers: 'with_changes' },
} as const satisfies LoggedParts;
/** What the visitors of a program see that writes its own log: mostly pages. */
const OF_PROGRAM = {
  ...{ ...ALL, country: 'with_changes', static_files: 'with_changes' },
} as const satisfies LoggedParts;
/** The log of a CDN, of which nobody can change what is in it. */
const OF_CDN = { ...ALL, fetch_headers: 'no' } as const satisfies LoggedParts;

/**
 * The facts about each sender, by its name. They are those of the tables and guides in `docs/feeds`,
 * and say what comes with the set-up of the guide.
 */
const SENDERS: Readonly<Record<string, SenderFacts>> = {
  akamai: { names: ['DataStream 2', 'Linode'], logs: OF_CDN },
  bunny: {
    names: ['BunnyCDN', 'bunny.net'],
    // bunny.net cuts addresses until that is switched off.
    logs: { ...OF_CDN, address: 'with_changes' },
  },
  caddy: { names: ['FrankenPHP'], logs: { ...ALL, country: 'no' } },
  cloudflare: {
    names: ['Logpush', 'Cloudflare Enterprise'],
    logs: { ...ALL, fetch_headers: 'with_changes' },
  },
  fastly: { names: ['Varnish', 'VCL', 'TollBit'], logs: ALL },
  firehose: {
    names: ['AWS', 'Amazon CloudFront', 'CloudWatch', 'Kinesis'],
    logs: { ...ALL, country: 'with_changes', fetch_headers: 'with_changes' },
  },
  'fluent-bit': {
    names: ['Kubernetes', 'ingress-nginx', 'Docker', 'Traefik', 'HAProxy', 'Apache', 'nginx'],
    logs: AS_LOGGED,
  },
  'fluent-bit-otlp': { names: ['OpenTelemetry', 'Kubernetes'], logs: AS_LOGGED },
  logstash: { names: ['Elastic', 'ELK', 'Filebeat', 'Apache', 'IIS'], logs: AS_LOGGED },
  netlify: { names: ['log drains'], logs: OF_CDN },
  nginx: {
    names: ['OpenResty', 'Nginx Proxy Manager', 'WordPress', 'PHP'],
    logs: { ...ALL, country: 'with_changes' },
  },
  'opentelemetry-collector': { names: ['OTLP', 'Kubernetes', 'filelog'], logs: AS_LOGGED },
  'opentelemetry-js': {
    names: ['OTLP', 'Node.js', 'Express'],
    logs: OF_PROGRAM,
  },
  pubsub: {
    names: ['Google Cloud', 'GCP load balancer', 'Cloud CDN', 'Cloud Run'],
    logs: { ...OF_CDN, country: 'no' },
  },
  rsyslog: {
    names: ['Apache', 'HAProxy', 'lighttpd', 'OpenLiteSpeed', 'Debian', 'Ubuntu', 'syslog'],
    logs: AS_LOGGED,
  },
  'syslog-ng': {
    names: ['Apache', 'HAProxy', 'lighttpd', 'OpenLiteSpeed', 'Plesk', 'cPanel', 'syslog'],
    logs: AS_LOGGED,
  },
  vector: {
    names: ['Kubernetes', 'Docker', 'Traefik', 'HAProxy', 'Apache', 'nginx', 'Datadog'],
    logs: AS_LOGGED,
  },
  vercel: { names: ['Next.js', 'log drains'], logs: { ...OF_CDN, country: 'no' } },
  winston: { names: ['pino', 'Node.js', 'Express'], logs: OF_PROGRAM },
};

/**
 * Returns the facts about a sender.
 *
 * @throws Error for one that is not in the table
 */
export function factsOf(sender: string): SenderFacts {
  const facts = SENDERS[sender];
  if (!facts) throw new Error(`Nothing is said of the sender ${sender}: add it to senders.ts`);
  return facts;
}
