import type { ProbePath } from '../probe-path.js';
import { nuclei, weakness } from './sources.js';

/**
 * Pages from which somebody steers a program or a machine. Where they exist, people use them, so all
 * of them count when they are refused only.
 *
 * Left out on purpose: `admin-ajax.php`, which answers 400 to browsers of readers; `wp-json`; words
 * that many sites use, such as `/admin` and `/login`; and `/autodiscover/autodiscover.xml`, which mail
 * programs of people ask every domain for.
 */
export const PANELS: readonly ProbePath[] = [
  {
    what: 'the login of WordPress, where there is none',
    counts: 'refused',
    source: 'https://developer.wordpress.org/advanced-administration/security/brute-force/',
    files: ['wp-login.php', 'wp-admin', 'wlwmanifest.xml', 'xmlrpc.php', 'wp-cron.php'],
    examples: [
      '/wp-login.php',
      '/blog/wp-admin/',
      '/wp1/wp-includes/wlwmanifest.xml',
      '/xmlrpc.php',
    ],
  },
  {
    what: 'the installation of WordPress',
    counts: 'refused',
    source: nuclei('misconfiguration/installer/wp-install'),
    pattern: /\/wp-admin\/(?:setup-config|install|upgrade)\.php$/,
    examples: ['/wordpress/wp-admin/setup-config.php', '/wp-admin/install.php'],
  },
  {
    what: 'a plugin or theme of WordPress, to learn whether it is there',
    counts: 'refused',
    source: 'https://github.com/wpscanteam/wpscan/wiki/WPScan-User-Documentation',
    pattern: /\/wp-content\/(?:plugins|themes)\/[^/]+(?:\/readme\.txt)?$/,
    examples: ['/wp-content/plugins/post-smtp/readme.txt', '/wp-content/plugins/akismet/'],
  },
  {
    what: 'a program that administers databases',
    counts: 'refused',
    source: nuclei('exposed-panels/phpmyadmin-panel'),
    roots: [
      '/dbadmin',
      '/myadmin',
      '/mysql-admin',
      '/mysqladmin',
      '/php-myadmin',
      '/phpmy',
      '/phpmyadmin',
      '/phpmyadmin2',
      '/phppgadmin',
      '/pma',
      '/sqladmin',
    ],
    pattern: /\/adminer[\w.-]{0,40}\.php$/,
    examples: ['/phpMyAdmin/index.php', '/pma', '/tools/adminer-4.8.1.php'],
  },
  {
    what: 'the panel of a server for Java',
    counts: 'refused',
    source: 'https://tomcat.apache.org/tomcat-10.1-doc/manager-howto.html',
    roots: [
      '/_async/asyncresponseservice',
      '/console/login/loginform.jsp',
      '/host-manager/html',
      '/invoker/jmxinvokerservlet',
      '/invoker/readonly',
      '/jmx-console',
      '/manager/html',
      '/manager/status',
      '/manager/text',
      '/wls-wsat',
    ],
    examples: ['/manager/html', '/wls-wsat/CoordinatorPortType', '/jmx-console/'],
  },
  {
    what: 'the inside of a service made with Spring',
    counts: 'refused',
    source: 'https://docs.spring.io/spring-boot/reference/actuator/endpoints.html',
    names: ['actuator'],
    examples: ['/actuator/env', '/api/actuator/heapdump'],
  },
  {
    what: 'the profiler or debugger of a program in PHP',
    counts: 'refused',
    source: 'https://symfony.com/doc/current/profiler.html',
    names: ['_profiler', '_ignition', 'app_dev.php', 'frontend_dev.php'],
    pattern: /\/debug\/default(?:\/view(?:\.html)?)?$|^\/telescope\/requests$/,
    examples: [
      '/_profiler/open',
      '/app_dev.php',
      '/_ignition/execute-solution',
      '/debug/default/view',
    ],
  },
  {
    what: 'the errors of a program in .NET',
    counts: 'refused',
    source: 'https://elmah.github.io/a/securing-error-log-pages/',
    files: ['elmah.axd', 'trace.axd'],
    examples: ['/trace.axd', '/admin/elmah.axd'],
  },
  {
    what: 'the state of the web server',
    counts: 'refused',
    source: 'https://httpd.apache.org/docs/2.4/mod/mod_status.html',
    roots: ['/server-status', '/server-info', '/nginx_status', '/fpm-status'],
    examples: ['/server-status', '/nginx_status'],
  },
  {
    what: 'a service for data that should not be reachable',
    counts: 'refused',
    source: weakness('CVE-2024-36401'),
    roots: [
      '/_cat/indices',
      '/containers/json',
      '/druid/index.html',
      '/geoserver/web',
      '/nacos/v1',
      '/solr/admin',
      '/v2/_catalog',
    ],
    examples: ['/geoserver/web/', '/solr/admin/info/system', '/v2/_catalog'],
  },
];
