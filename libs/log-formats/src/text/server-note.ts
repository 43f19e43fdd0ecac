/** Notes of servers are known by their start. */
const LONGEST_START = 256;

/**
 * What servers write beside requests, above all when they start. The patterns match the start of a
 * line, and say so much that no request looks like it.
 */
const NOTES: readonly RegExp[] = [
  // nginx: `2026/11/26 10:00:01 [error] 7#7: …`
  /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d \[[a-z]+\] \d+#/,
  // The start scripts of the images of nginx.
  /^(?:\/docker-entrypoint\.(?:sh|d)[:/ ]|\d\d-[\w.-]+\.(?:sh|envsh): )/,
  // Apache: `[Thu Nov 26 10:00:01.615325 2026] [mpm_event:notice] …`, `AH00558: apache2: …`
  /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d+)? \d{4}\] \[[\w:-]+\]/,
  /^AH\d{5}: /,
  // Caddy's console: `2026/11/26 10:00:00.123<tab>INFO<tab>…`
  /^(?:\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d(?:\.\d+)?|[\d.e+]{9,24})\t(?:\u001b\[[\d;]+m)?(?:DEBUG|INFO|WARN|ERROR|PANIC|FATAL)/i,
  // Java: the banner of Spring Boot, its lines, Tomcat's, Jetty's, and what the machine itself says.
  /^ {0,8}(?:\.? {1,4}_{4} {4,}|\/\\\\ \/|\( \( \)|\\\\\/ |'? {0,2}\|_{4}\| |=+\|_\||:: Spring Boot ::)/,
  /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,]\d{3}\S* +(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\b/,
  /^\d\d-[A-Z][a-z]{2}-\d{4} \d\d:\d\d:\d\d\.\d{3} (?:FINE|CONFIG|INFO|WARNING|SEVERE)\b/,
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}:(?:DBUG|INFO|WARN)\b/,
  /^(?:NOTE: Picked up |Picked up (?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS)|OpenJDK .{0,40} warning|\t(?:at |\.\.\. \d+ more)|Caused by: )/,
  // Gunicorn and uvicorn: `[2026-11-26 10:00:00 +0000] [7] [INFO] Starting gunicorn`
  /^\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}\] \[\d+\] \[[A-Z]+\] /,
  /^(?:INFO|WARNING|ERROR): {4,6}(?:Started |Waiting |Application |Uvicorn |Shutting |Finished |Will watch )/,
  // HAProxy: `Proxy web started.`, `Server app/one is DOWN, reason: …`, `Connect from … to …`
  /^(?:Proxy \S{1,128} (?:started|stopped)|(?:Backup )?Server \S{1,128} is (?:UP|DOWN|going)\b|backend \S{1,128} has no server|(?:Stopping|Pausing|Starting) (?:frontend|backend|proxy) |Connect from \S{1,64} to \S{1,64} \()/,
  // The server of Flask.
  /^(?: \* (?:Serving Flask app|Debug(?:ger)? (?:mode|is active|PIN)|Running on|Restarting with|Detected change)|WARNING: This is a development server\.|Press CTRL\+C to quit)/,
  // Puma: `* Listening on http://0.0.0.0:3000`, `Puma starting in single mode...`
  /^(?:\[\d+\] )?(?:\* [A-Z][\w ]{0,40}(?::|on )|Puma starting |=> (?:Booting|Rails|Run) |Use Ctrl-C to stop)/,
];

/** Tells whether a line is one that a server wrote about itself, and stands for no request. */
export function isServerNote(line: string): boolean {
  const start = line.slice(0, LONGEST_START);
  return NOTES.some((pattern) => pattern.test(start));
}
