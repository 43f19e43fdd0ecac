import type { ProbePath } from '../probe-path.js';
import { LEFTOVERS, nuclei } from './sources.js';

/** Copies, archives, dumps and pages of tests that somebody forgot on a server. */
export const LEFTOVER_FILES: readonly ProbePath[] = [
  {
    what: 'a copy of a file that a server runs or reads',
    counts: 'refused',
    source: LEFTOVERS,
    pattern:
      /\.(?:php\d?|phtml|aspx?|jspx?|inc|cfm|py|rb|pl|cgi|config|ya?ml|ini|json|js)(?:[._-]?(?:bak\d?|bkp|backup|copy|dist|old|orig|sav|save|swo|swp|tmp)|~)$/,
    examples: ['/index.php.bak', '/config.php~', '/settings.yml.old', '/.index.php.swp'],
  },
  {
    what: 'an archive of a whole site or of its database',
    counts: 'refused',
    source: nuclei('exposures/backups/zip-backup-files'),
    pattern:
      /\/(?:backups?|bak|database|db|dump|full|home|htdocs|html|mysql|old|public_html|site|sql|web|website|wordpress|wp|www|wwwroot)[-_]?\d{0,8}\.(?:zip|rar|7z|tar|tgz|gz|bz2|tar\.(?:gz|bz2|xz)|sql|sqlite3?|bak)(?:\.(?:gz|zip|bz2|7z))?$/,
    examples: ['/backup.zip', '/old/wwwroot.tar.gz', '/dump.sql', '/db_2024.sql.gz'],
  },
  {
    what: 'a compressed copy of a database',
    counts: 'refused',
    source: LEFTOVERS,
    pattern: /\.sql\.(?:gz|zip|bz2|7z|tar|tgz|rar|xz)$/,
    examples: ['/shop.sql.gz', '/wp-content/mysite.sql.zip'],
  },
  {
    what: 'the page on which PHP describes its server',
    counts: 'refused',
    source: nuclei('exposures/configs/phpinfo-files'),
    // Mirrors of the manual have function.phpinfo.php: a dot before the name is another page.
    pattern:
      /\/[\w-]{0,40}(?:php[-_]?info|infophp)[\w-]{0,40}\.php$|\/phpinfo\.[\w.]{1,20}\.php$|^\/(?:index\.php\/)?phpinfo$/,
    files: ['pinfo.php', 'php.info.php'],
    roots: ['/info.php', '/_info.php', '/.info.php'],
    examples: [
      '/phpinfo.php',
      '/info.php',
      '/php-info.php',
      '/html/my_phpinfo.php',
      '/phpinfo.inc.php',
    ],
  },
  {
    what: 'a log that a program writes for its operator',
    counts: 'refused',
    source: LEFTOVERS,
    pattern: /\/(?:storage\/logs\/laravel|php_errors?|npm-debug|wp-content\/debug)\.log$/,
    examples: ['/storage/logs/laravel.log', '/php_errors.log', '/blog/wp-content/debug.log'],
  },
];
