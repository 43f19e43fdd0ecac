import type { ProbePath } from '../probe-path.js';
import { KEPT_BY_SERVERS, nuclei } from './sources.js';

/** Languages and formats that a server reads itself. Browsers load scripts, JSON and XML, too. */
const READ_BY_SERVERS =
  'ini|ya?ml|toml|properties|conf|cfg|cnf|inc|py|rb|exs?|go|rs|jl|nim|mli?|clj|edn|cr|lua|groovy|cfc|cbl|f90|kt|swift|dart|r|m|tf|tfvars|hcl|sbt';

/**
 * Files of settings of applications. All of them count when they are refused only: a site about
 * programming may have such a file for its readers.
 *
 * Left out on purpose, because browsers of people load them and get 404: `config.js`, `env.js`,
 * `config.json`, `appsettings.json` (Blazor), `manifest.json`, `README.md` (docsify) and the
 * `admin/config.yml` of Decap CMS.
 */
export const SETTINGS_FILES: readonly ProbePath[] = [
  {
    what: 'a file with the name of settings, in a language that servers read',
    counts: 'refused',
    source: KEPT_BY_SERVERS,
    pattern: new RegExp(
      String.raw`/(?<!/admin/)(?:application(?:context)?|aws|conf|config|configuration|constants|credentials?|database|db|default|dev|development|env|environment|global|local|local_settings|parameters|passwords?|prod|production|routes|runtime|secrets?|services|settings|staging|test|user_secrets)(?:[-._][a-z0-9._-]{1,40})?\.(?:${READ_BY_SERVERS})$`,
    ),
    examples: ['/config.ini', '/src/config.rs', '/application-prod.properties', '/keys/env.py'],
  },
  {
    what: 'a file in a folder of settings, in a language that servers read',
    counts: 'refused',
    source: KEPT_BY_SERVERS,
    pattern: new RegExp(
      String.raw`^(?=.*/(?:conf|configs?|configuration|environments|initializers|kubernetes|k8s|cloudformation|ansible|secrets)/).*\.(?:${READ_BY_SERVERS}|php|config)$`,
      's',
    ),
    examples: ['/config/app.php', '/k8s/deployment.yaml', '/config/packages/prod/doctrine.yaml'],
  },
  {
    what: 'the settings of a program in PHP',
    counts: 'refused',
    source: KEPT_BY_SERVERS,
    files: [
      'config.php',
      'config.inc.php',
      'configuration.php',
      'env.php',
      'local.xml',
      'localsettings.php',
      'settings.inc.php',
      'settings.local.php',
    ],
    examples: ['/app/etc/env.php', '/config.php', '/admin/config.php', '/configuration.php'],
  },
  {
    what: 'the settings of WordPress, with the password of its database',
    counts: 'refused',
    source: 'https://developer.wordpress.org/advanced-administration/wordpress/wp-config/',
    pattern: /\/[._]?wp-config(?:[-._~][^/]*)?$/,
    examples: [
      '/wp-config.php',
      '/blog/wp-config.php.save',
      '/wp-config.aws',
      '/.wp-config.php.swp',
    ],
  },
  {
    what: 'a file of keys or passwords',
    counts: 'refused',
    source: KEPT_BY_SERVERS,
    pattern:
      /\/(?:credentials|secrets?|client[-_]secrets?|service[-_]?account(?:[-_]?key)?|aws(?:[-_]?(?:config|keys?|credentials))?|s?ftp(?:-config|-sync)?|ssh(?:-config)?|smtp|sendgrid)\.json$|\/(?:id_(?:rsa|dsa|ecdsa|ed25519)|server\.key|privkey\.pem)$/,
    examples: ['/credentials.json', '/AwsConfig.json', '/keys/id_rsa', '/sftp-config.json'],
  },
  {
    what: 'the settings of a tool that builds or runs a service',
    counts: 'refused',
    source: nuclei('exposures/configs/docker-compose-config'),
    files: [
      'apprunner.yaml',
      'appspec.yml',
      'aws-exports.js',
      'buildspec.yml',
      'caddyfile',
      'cdk.json',
      'compose.yaml',
      'compose.yml',
      'docker-compose.yaml',
      'docker-compose.yml',
      'ecosystem.config.js',
      'ecs-params.yml',
      'gruntfile.js',
      'gulpfile.js',
      'samconfig.toml',
      'serverless.yml',
      'web.config',
      'webpack.config.js',
    ],
    // With the places that they are for: docker-compose.prod.yml.
    pattern:
      /\/(?:docker-)?compose[-._][a-z0-9_-]{1,40}\.ya?ml$|\.(?:tfvars|tfstate|tf)$|^\/(?:docker|jenkins)file$/,
    examples: [
      '/docker-compose.yml',
      '/Dockerfile',
      '/web.config',
      '/docker-compose.prod.yml',
      '/main.tf',
    ],
  },
  {
    what: 'a file that belongs to the source code of a program',
    counts: 'refused',
    source: KEPT_BY_SERVERS,
    files: [
      'application.cfc',
      'build.gradle',
      'build.sbt',
      'composer.json',
      'composer.lock',
      'gradle.properties',
      'info.plist',
      'logback.groovy',
      'package-lock.json',
      'phpcs.xml',
      'pom.xml',
      'program.cs',
      'project.clj',
      'pubspec.yaml',
      'rocket.toml',
      'sys.config',
      'vm.args',
      'yarn.lock',
    ],
    roots: ['/grails-app/conf', '/src/main/resources', '/src/main/java'],
    examples: ['/composer.lock', '/src/main/resources/appsettings.yml', '/App/Info.plist'],
  },
  {
    what: 'a file of the operating system',
    counts: 'refused',
    source: 'https://github.com/coreruleset/coreruleset/blob/main/rules/lfi-os-files.data',
    roots: [
      '/boot.ini',
      '/etc/caddy',
      '/etc/environment',
      '/etc/group',
      '/etc/hosts',
      '/etc/httpd',
      '/etc/nginx',
      '/etc/passwd',
      '/etc/profile.d',
      '/etc/shadow',
      '/home/ec2-user',
      '/proc/self',
      '/var/log',
      '/windows/win.ini',
    ],
    examples: ['/etc/passwd', '/etc/profile.d', '/proc/self/environ', '/var/log/auth.log'],
  },
  {
    what: 'a folder that a Java server must never show',
    counts: 'refused',
    source:
      'https://jakarta.ee/specifications/servlet/6.0/jakarta-servlet-spec-6.0#directory-structure',
    names: ['web-inf', 'meta-inf'],
    examples: ['/WEB-INF/web.xml', '/app/META-INF/context.xml'],
  },
];
