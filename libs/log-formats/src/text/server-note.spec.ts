import { isServerNote } from './server-note.js';

it.each([
  '2026/11/26 10:00:01 [error] 7#7: *1 open() "/x" failed, client: 192.0.2.7, request: "GET /x HTTP/1.1"',
  '/docker-entrypoint.sh: Configuration complete; ready for start up',
  '/docker-entrypoint.sh: /docker-entrypoint.d/ is not empty, will attempt to perform configuration',
  '10-listen-on-ipv6-by-default.sh: info: Getting the checksum of /etc/nginx/conf.d/default.conf',
  '[Thu Nov 26 10:00:01.615325 2026] [mpm_event:notice] [pid 1:tid 1] AH00489: Apache/2.4.62 configured',
  "AH00558: httpd: Could not reliably determine the server's fully qualified domain name",
  '2026/11/26 10:00:00.123\tINFO\tusing config from file\t{"file": "/etc/caddy/Caddyfile"}',
  '1.7956872005e+09\tinfo\tserving initial configuration',
  '  .   ____          _            __ _ _',
  " /\\\\ / ___'_ __ _ _(_)_ __  __ _ \\ \\ \\ \\",
  "( ( )\\___ | '_ | '_| | '_ \\/ _` | \\ \\ \\ \\",
  ' \\\\/  ___)| |_)| | | | | || (_| |  ) ) ) )',
  "  '  |____| .__|_| |_|_| |_\\__, | / / / /",
  ' =========|_|==============|___/=/_/_/_/',
  ' :: Spring Boot ::                (v3.2.0)',
  '2026-11-26T10:00:00.123Z  INFO 1 --- [           main] com.example.Application : Starting',
  '26-Nov-2026 10:00:00.123 INFO [main] org.apache.catalina.startup.Catalina.start Server startup',
  '2026-11-26 10:00:00.123:INFO::main: Logging initialized @123ms',
  'NOTE: Picked up JDK_JAVA_OPTIONS: --add-opens=java.base/java.lang=ALL-UNNAMED',
  '\tat java.base/java.lang.Thread.run(Thread.java:840)',
  '[2026-11-26 10:00:00 +0000] [7] [INFO] Listening at: http://0.0.0.0:8000 (7)',
  'INFO:     Started server process [1]',
  '* Listening on http://0.0.0.0:3000',
  'Proxy web started.',
  'Proxy web stopped (cumulated conns: FE: 7, BE: 0).',
  'Server app/one is DOWN, reason: Layer4 timeout, check duration: 2001ms.',
  'Backup Server app/two is UP, reason: Layer7 check passed',
  'backend app has no server available!',
  'Connect from 192.0.2.7:5000 to 198.51.100.1:443 (web/HTTP)',
  " * Serving Flask app 'app.py'",
  ' * Debugger PIN: 593-762-075',
  'WARNING: This is a development server. Do not use it in a production deployment.',
])('%j is a note of a server', (line) => {
  expect(isServerNote(line)).toBe(true);
});

it.each([
  '192.0.2.7 - - [26/Nov/2026:10:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "a"',
  '[26/Nov/2026:10:00:00 +0000] - 200 200 - GET https shop.example "/"',
  '2026-11-26T10:00:00.529348Z my-elb 192.0.2.7:34140 10.0.1.48:443 0.000744',
  '2026-11-26 10:00:00 GET / 192.0.2.7 200',
  '{"level":"info","msg":"started"}',
  'no log line',
  '',
])('%j is none', (line) => {
  expect(isServerNote(line)).toBe(false);
});
