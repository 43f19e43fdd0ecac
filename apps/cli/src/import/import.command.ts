import { Command } from 'commander';
import { withLogOptions } from '../log-delivery/log-options.js';
import { answering, type Dependencies } from '../program/answering.js';
import { BOTGAUGE } from '../program/called-as.js';
import { parseCount } from '../program/options.js';
import type { ImportOptions } from './read-all.js';

const PATIENCE_SECONDS = 300;

const HELP = `
Sends the lines of access logs as log entries to the API at BOTGAUGE_URL (default: the API on this
machine), with the Bot Tracking Key in BOTGAUGE_BOT_KEY. Reads plain files, those of gzip, and with the
programs of these names those of bzip2, xz and zstd, in UTF-8 or UTF-16, and standard input as -. It
recognises these formats:
  combined             Apache and nginx, with or without a virtual host in front
  common               the same without user agents
  json                 JSON lines with the fields of log entries
  w3c                  W3C extended log, as IIS writes it
  cloudflare           Cloudflare Logpush, data set http_requests
  cloudfront           CloudFront standard log with #Fields
  cloudfront-json      CloudFront standard log (v2) in JSON
  cloudfront-realtime  CloudFront real-time log; --fields, if it does not have all columns
  alb                  AWS Application Load Balancer, and classic load balancers
  s3                   Amazon S3 server access log
  azure-front-door     Azure Front Door, also several records in a line: {"records":[…]}
  akamai               Akamai DataStream 2 in JSON
  netlify              Netlify log drain
  vercel               Vercel log drain
  google-lb            Google Cloud load balancers and Cloud Run
  bunny                bunny.net access log
  fastly               JSON with our own fields, or with those of Fastly, TollBit or Logz.io
  otlp-record          OpenTelemetry log records in JSON, also {"resourceLogs":[…]}
  gateway              loggers of Kong and APISIX
  nginx-proxy-manager  Nginx Proxy Manager, proxy hosts and dead hosts
  squid                Squid's own format
  logfmt               method=GET path=/ status=200: Heroku's router, lograge, nginx for Splunk
  caddy                Caddy JSON, or what it writes to a console
  traefik              Traefik JSON with request_User-Agent
  pino-http            pino-http JSON
  haproxy              HAProxy, option httplog, with captured Host and User-Agent
  envoy                Envoy, default access log, also as Istio extends it
  docker               docker's json-file around lines of the formats above
  json-fields          other JSON: Vector, Fluent Bit, Fluentd, Logstash, Filebeat, nginx, Azure
  firehose             what Amazon Data Firehose wrote: CloudFront logs, CloudWatch Logs
A line may begin with the head of a syslog daemon, or with what Kubernetes and Docker Compose write in
front of lines. A line of JSON may hold a list of records, and JSON may go over several lines.

A log of any other form needs the format string that its server has: --format-string with what stands in
LogFormat of Apache (lighttpd, varnishncsa), log_format of nginx or --log-format of GoAccess, also the whole
line of the configuration. --format-syntax says which it is where the text does not. %d and %t of GoAccess
are written as --date-format and --time-format say.

Run it again as often as you like: it recognises a log by its content, and sends only new lines.
An entry counts for the website of its host, otherwise for that of the key. Lines without a host get
--host or the domain of --website, which is looked up with the API Key in BOTGAUGE_API_KEY. With this key,
the import ends with the hosts that are no website of yours, and leads to the websites that got entries.

Exit status: 0 done, even if lines were rejected; 1 nothing could be read, a packed log ends early, or
the API does not accept the entries: run the same command again to continue; 2 wrong usage.

Examples:
  ${BOTGAUGE} import --dry-run access.log
  BOTGAUGE_BOT_KEY=bot_… ${BOTGAUGE} import --website ws_… /var/log/nginx/access.log*
  zcat archive/*.gz | ${BOTGAUGE} import --format combined -
  ${BOTGAUGE} import --dry-run --format-string '%h %l %u %t "%r" %>s %D "%{User-Agent}i"' access.log`;

export function importCommand(dependencies: Dependencies): Command {
  const command = new Command('import')
    .description('import access logs of web servers, CDNs, load balancers and log shippers')
    .argument('<file...>', 'logs, oldest first; - for standard input');
  return withLogOptions(command)
    .option('--dry-run', 'only classify and report; needs no server and no website')
    .option('--rejects <file>', 'append rejected lines to this file')
    .option('--no-rejects', 'do not write rejected lines to a file')
    .option(
      '--patience <seconds>',
      'how long to wait for an API that does not answer',
      parseCount,
      PATIENCE_SECONDS,
    )
    .option('--quiet', 'show only the result')
    .addHelpText('after', HELP)
    .action(
      answering(
        dependencies,
        async (
          files: string[],
          options: ImportOptions & { dryRun?: boolean },
          command: Command,
        ) => {
          const { json } = command.optsWithGlobals<{ json?: boolean }>();
          // The registry of bots is loaded only if something is classified.
          const work = options.dryRun
            ? (await import('./dry-run.js')).dryRun
            : (await import('./import.js')).runImport;
          return work(dependencies, files, { ...options, json });
        },
      ),
    );
}
