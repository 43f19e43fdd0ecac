import { withoutSyslogHead } from './syslog-head.js';

const LINE = '192.0.2.7 - - [04/Apr/2026:12:57:53 +0000] "GET / HTTP/1.1" 200 5 "-" "a: b"';

it.each([
  ['RFC 3164', '<190>Apr  4 12:57:53 web nginx: '],
  ['RFC 3164 with a process', '<190>Apr 14 12:57:53 web nginx[12]: '],
  ['RFC 3164 without a host, as nginx writes it with nohostname', '<190>Apr  4 12:57:53 nginx: '],
  ['RFC 3164 without a tag', '<190>Apr  4 12:57:53 '],
  ['RFC 3164 with a time in ISO 8601', '<13>2026-04-04T12:57:53.123456+02:00 web nginx: '],
  ['a file of rsyslog', 'Apr  4 12:57:53 web nginx: '],
  ['a file of rsyslog with its new times', '2026-04-04T12:57:53.123456+02:00 web nginx: '],
  ['RFC 5424', '<165>1 2026-04-04T12:57:53.003Z web.example nginx 8710 ID47 - '],
  ['RFC 5424 with a byte order mark', '<165>1 2026-04-04T12:57:53Z web nginx - - - \ufeff'],
  ['RFC 5424 with data', '<165>1 - - - - - [a@1 x="1" y="\\"]"][b@1] '],
  ['octet counting', '123 <165>1 2026-04-04T12:57:53Z web nginx - - - '],
  ['a priority alone', '<13>'],
])('is removed: %s', (_, head) => {
  expect(withoutSyslogHead(head + LINE)).toBe(LINE);
  expect(withoutSyslogHead(`${head}{"a":"${'x'.repeat(2_000)}"}`)).toHaveLength(2_008);
});

it.each([
  LINE,
  '',
  '<html>',
  '{"a":1}',
  '2026-04-04T12:57:53Z no tag of a daemon',
  '123 no priority',
  '2001:db8::17 - - [04/Apr/2026:12:57:53 +0000] "GET / HTTP/1.1" 200 5 "-" "a"',
])('stays as it is: %s', (line) => {
  expect(withoutSyslogHead(line)).toBe(line);
});
