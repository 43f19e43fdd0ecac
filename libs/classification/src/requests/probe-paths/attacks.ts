import type { ProbePath } from '../probe-path.js';
import { weakness } from './sources.js';

/** Requests that are the attack itself, or look whether an earlier one has worked. */
export const ATTACKS: readonly ProbePath[] = [
  {
    what: 'a file of the operating system, upwards from a folder of the site',
    counts: 'always',
    source: 'https://owasp.org/www-community/attacks/Path_Traversal',
    pattern:
      /^(?=.*\/\.\.\/).*\/(?:etc\/(?:passwd|shadow|group|hosts)|proc\/self|bin\/(?:ba)?sh|win(?:dows|nt)\/(?:win\.ini|system32)|boot\.ini|web-inf)/s,
    examples: [
      '/static/../../../../etc/passwd',
      '/cgi-bin/.%2e/.%2e/bin/sh',
      '/a/..%252f..%252f..%252fwindows/win.ini',
      '/..\\..\\boot.ini',
    ],
  },
  {
    // Browsers resolve these before they ask, also when they are encoded (https://url.spec.whatwg.org).
    what: 'a path upwards from a folder of the site',
    counts: 'refused',
    source: 'https://owasp.org/www-community/attacks/Path_Traversal',
    names: ['..'],
    examples: ['/..;/env.js', '/images/%2e%2e/secret', '/scripts/..%c0%af../winnt', '/..'],
  },
  {
    what: 'a look-up by which Log4j runs foreign code',
    counts: 'always',
    source: weakness('CVE-2021-44228'),
    pattern: /\$\{(?:jndi:|(?:lower|upper|env|sys|:):?)/,
    examples: ['/${jndi:ldap://192.0.2.1/a}', '/%24%7Blower:j%7Dndi'],
  },
  {
    what: 'the file of PHPUnit that runs foreign code',
    counts: 'always',
    source: weakness('CVE-2017-9841'),
    files: ['eval-stdin.php'],
    examples: ['/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php', '/lib/eval-stdin.php'],
  },
  {
    what: 'a function of ThinkPHP that runs foreign code',
    counts: 'refused',
    source: weakness('CVE-2018-20062'),
    pattern: /think[/]app\/invokefunction/,
    examples: ['/index/think\\app/invokefunction', '/public/index.php/think/app/invokefunction'],
  },
  {
    what: 'a web shell, which somebody may have left after a break-in',
    counts: 'refused',
    source:
      'https://github.com/danielmiessler/SecLists/blob/master/Discovery/Web-Content/CommonBackdoors-PHP.fuzz.txt',
    files: [
      'alfa.php',
      'alfanew.php',
      'b374k.php',
      'c100.php',
      'c99.php',
      'c99shell.php',
      'cmd.php',
      'connect-back.php',
      'filesman.php',
      'hacker.php',
      'phpremoteview.php',
      'phpspy.php',
      'r57.php',
      'r58.php',
      'shell.php',
      'simple_cmd.php',
      'upl0ader.php',
      'webshell.php',
      'weevely.php',
      'wso.php',
    ],
    names: ['alfa_data', 'alfacgiapi', 'alfacgiapi.php'],
    examples: ['/wp-includes/wso.php', '/c99.php', '/ALFA_DATA/alfacgiapi'],
  },
  {
    what: 'the file manager of WordPress that accepted uploads from anybody',
    counts: 'refused',
    source: weakness('CVE-2020-25213'),
    files: ['connector.minimal.php', 'wp_filemanager.php'],
    examples: ['/wp-content/plugins/wp-file-manager/lib/php/connector.minimal.php'],
  },
  {
    what: 'a page that never exists, with which nmap looks how a server answers',
    counts: 'always',
    source: 'https://github.com/nmap/nmap/blob/master/nselib/http.lua',
    pattern:
      /^\/(?:nmaplowercheck\d|nmapuppercheck\d|nmap\/folder\/check\d|nice ports,\/trinity\.txt\.bak$)/,
    examples: [
      '/nmaplowercheck1768369183',
      '/Nmap/folder/check1',
      '/nice%20ports%2C/Tri%6Eity.txt%2ebak',
    ],
  },
];
