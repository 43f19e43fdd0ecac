// Who may import whom. This is the table of ARCHITECTURE.md as a check. Every new package must be
// given its place here.

const TABLE = {
  'libs/contracts': { libs: [], npm: ['zod', 'ipaddr.js'] },
  'libs/classification': { libs: ['contracts'], npm: ['isbot', 'ua-parser-js', 'lru-cache'] },
  'libs/verification': { libs: ['contracts'], npm: [] },
  'libs/log-formats': { libs: ['contracts'], npm: [] },
  'libs/people': { libs: ['contracts'], npm: [] },
  'libs/report-text': { libs: ['contracts'], npm: [] },
  'libs/api-answers': { libs: [], npm: [] },
  'libs/mcp': { libs: ['contracts'], npm: ['@modelcontextprotocol/sdk', 'zod'] },
  'libs/robots': { libs: ['contracts', 'classification'], npm: [] },
  'libs/findings': { libs: [], npm: [] },
  'libs/alerts': { libs: ['contracts', 'findings'], npm: [] },
  'libs/sitemaps': { libs: ['contracts'], npm: ['saxes'] },
  'libs/log-delivery': { libs: ['contracts', 'log-formats', 'api-answers'], npm: [] },
  'libs/api-client': { libs: ['contracts', 'api-answers'], npm: [] },
  'libs/feed-guides': { libs: ['contracts'], npm: [] },
  'libs/local-postgres': { libs: [], npm: ['pg'] },
  'libs/config': { libs: ['contracts'], npm: ['zod'] },
  'libs/observability': { libs: ['config'], npm: ['pino', 'prom-client'] },
  'libs/lifecycle': { libs: ['observability'], npm: [] },
  'libs/group-calls': { libs: [], npm: [] },
  'libs/session-limits': { libs: [], npm: [] },
  'libs/storage': {
    libs: [
      'contracts',
      'people',
      'verification',
      'config',
      'observability',
      'lifecycle',
      'group-calls',
      'session-limits',
    ],
    npm: ['pg', 'pg-copy-streams'],
  },
  'libs/bots-file': {
    libs: ['contracts', 'classification', 'config'],
    npm: ['zod'],
  },
  'libs/address-lists': {
    libs: ['contracts', 'config', 'observability', 'storage', 'verification'],
    npm: [],
  },
  'libs/queue': {
    libs: ['contracts', 'config', 'observability', 'lifecycle', 'group-calls', 'session-limits'],
    npm: ['bullmq', '@nestjs/bullmq', 'ioredis', 'pg'],
  },
  'libs/access': {
    libs: ['contracts', 'config', 'observability', 'storage', 'group-calls'],
    npm: ['rate-limiter-flexible', 'ioredis', 'pg', 'lru-cache'],
  },
  'libs/guarded-http': { libs: ['contracts', 'config'], npm: ['ipaddr.js'] },
  'libs/webhooks': {
    libs: ['contracts', 'config', 'storage', 'access', 'guarded-http'],
    npm: ['standardwebhooks'],
  },
  'apps/api': {
    libs: [
      'contracts',
      'config',
      'observability',
      'lifecycle',
      'storage',
      'queue',
      'access',
      'log-formats',
      'feed-guides',
      'findings',
      'alerts',
      'bots-file',
      'address-lists',
      'guarded-http',
      'webhooks',
      'sitemaps',
      'classification',
      'robots',
      'mcp',
    ],
    npm: [
      'marked',
      'uuid',
      '@nestjs/core',
      '@nestjs/platform-fastify',
      '@fastify/compress',
      'fastify',
      'csv-stringify',
      'zod',
      'pbf',
      'reflect-metadata',
      'rxjs',
    ],
  },
  'apps/worker': {
    libs: [
      'contracts',
      'access',
      'alerts',
      'classification',
      'people',
      'verification',
      'address-lists',
      'bots-file',
      'config',
      'observability',
      'lifecycle',
      'storage',
      'queue',
      'group-calls',
      'access',
      'guarded-http',
      'robots',
      'sitemaps',
      'webhooks',
    ],
    npm: [
      '@nestjs/core',
      '@nestjs/bullmq',
      'bullmq',
      'lru-cache',
      'reflect-metadata',
      'rxjs',
      'uuid',
    ],
  },
  'apps/cli': {
    libs: [
      'contracts',
      'alerts',
      'classification',
      'verification',
      'address-lists',
      'bots-file',
      'log-formats',
      'log-delivery',
      'feed-guides',
      'findings',
      'robots',
      'mcp',
      'report-text',
      'api-client',
      'config',
      'local-postgres',
      'observability',
      'storage',
      'queue',
      'access',
      'guarded-http',
      'webhooks',
      'sitemaps',
    ],
    npm: ['commander', 'cli-progress'],
  },
  // It runs in a browser, and knows the API by its document only. The libraries read dropped logs.
  'apps/dashboard': {
    libs: ['api-answers', 'findings', 'log-delivery', 'log-formats'],
    npm: ['preact', 'openapi-fetch'],
  },
  'apps/launcher': {
    libs: [
      'report-text',
      'api-client',
      'config',
      'observability',
      'local-postgres',
      'verification',
    ],
    npm: [],
  },
};

/** Suites, what only suites use, and how the dashboard is bundled. */
const TESTS = ['\\.spec\\.ts$', '^(apps|libs)/[^/]+/test/', '/vite\\.config\\.mjs$'];

const escape = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const tableRules = Object.entries(TABLE).flatMap(([from, { libs, npm }]) => {
  const nest = from.startsWith('libs/') ? ['@nestjs/common'] : ['@nestjs/common'];
  const packages = [...nest, ...npm].map((name) => `node_modules/${escape(name)}/`);
  return [
    {
      name: `${from}-libs`,
      severity: 'error',
      comment: `${from} may import only these libs: ${libs.join(', ') || 'none'}.`,
      from: { path: `^${escape(from)}/`, pathNot: TESTS },
      to: {
        path: '^(apps|libs|test)/',
        pathNot: [`^${escape(from)}/`, ...libs.map((lib) => `^libs/${lib}/src/index\\.ts$`)],
      },
    },
    {
      name: `${from}-npm`,
      severity: 'error',
      comment: `${from} may import only these packages: ${[...nest, ...npm].join(', ')}.`,
      from: { path: `^${escape(from)}/`, pathNot: TESTS },
      to: { path: 'node_modules/', pathNot: packages },
    },
  ];
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...tableRules,
    {
      name: 'integrations-stand-alone',
      severity: 'error',
      comment:
        'Users copy these files into their own projects, so they import nothing but each other.',
      from: { path: '^integrations/', pathNot: '^integrations/test/' },
      to: { pathNot: '^integrations/[^/]+\\.js$' },
    },
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'A cycle means that two rooms are one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nest-common-in-modules-only',
      severity: 'error',
      comment: 'Nest is the socket, not the engine: in libs it stands in *.module.ts only.',
      from: { path: '^libs/', pathNot: '\\.module\\.ts$' },
      to: { path: 'node_modules/@nestjs/' },
    },
    {
      name: 'index-is-for-others',
      severity: 'error',
      comment: 'A lib must not import its own index.',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/$1/src/index\\.ts$' },
    },
    {
      name: 'testing-in-tests-only',
      severity: 'error',
      comment: '@app/testing and the folders named test are only for tests.',
      from: { path: '^(apps|libs)/', pathNot: [...TESTS, '^libs/testing/'] },
      to: { path: ['^libs/testing/', '^(apps|libs)/[^/]+/test/'] },
    },
    {
      name: 'shippers-and-readers-speak-http-only',
      severity: 'error',
      comment:
        'The import of log files is a shipper, and reports are readers, like any other. They know the API, but not the stores.',
      from: {
        path: '^apps/cli/src/(import|ship|log-delivery|report|feeds)/',
        pathNot: '\\.spec\\.ts$',
      },
      to: { path: ['^libs/(storage|queue|access)/', '^apps/cli/src/program/database\\.ts$'] },
    },
    {
      name: 'pure-libs-do-no-io',
      severity: 'error',
      comment: 'Code that only decides must not use the network or the disk.',
      from: {
        path: '^libs/(contracts|classification|verification|log-formats|log-delivery|api-answers|findings|alerts|robots|report-text)/',
        pathNot: '\\.spec\\.ts$',
      },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
