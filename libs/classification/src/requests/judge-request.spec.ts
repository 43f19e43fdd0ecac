import { checkRows } from '@app/testing';
import { classify, explain } from '../classify.js';
import { BOT_REGISTRY } from '../registry/bot-registry.js';
import { DEEPEST_ROOT } from './find-probe.js';
import {
  explainRequest,
  findProbe,
  isProbedPath,
  isRefused,
  judgeRequest,
} from './judge-request.js';
import type { ProbePath } from './probe-path.js';
import { PROBE_PATHS } from './probe-paths/probe-paths.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const person = classify(CHROME);
const isScanner = (path: string, status: number) => judgeRequest(person, path, status) !== person;

const examples = PROBE_PATHS.flatMap((row) => row.examples.map((example) => ({ row, example })));
const literalsOf = ({ names = [], files = [], roots = [] }: ProbePath) => [
  ...names,
  ...files,
  ...roots,
];

describe('the table of probe paths', () => {
  it('is filled in, row by row', () =>
    checkRows(
      PROBE_PATHS,
      (row) => {
        expect(row.what).toMatch(/^(?:an? |the |credentials ).*[^.]$/);
        expect(new URL(row.source).protocol).toBe('https:');
        expect(row.examples.length).toBeGreaterThan(0);
        for (const literal of literalsOf(row)) expect(literal).toBe(literal.toLowerCase());
        for (const name of [...(row.names ?? []), ...(row.files ?? [])])
          expect(name).not.toContain('/');
        for (const root of row.roots ?? [])
          expect(root.split('/').length - 1).toBeLessThanOrEqual(
            root[0] === '/' ? DEEPEST_ROOT : 0,
          );
      },
      ({ what }) => what,
    ));

  it('repeats no description and no name', () => {
    const whats = PROBE_PATHS.map(({ what }) => what);
    const literals = PROBE_PATHS.flatMap(literalsOf);
    expect(new Set(whats).size).toBe(whats.length);
    expect(literals.filter((one, place) => literals.indexOf(one) !== place)).toEqual([]);
  });

  it('finds each example by its own row, with the answers that count', () =>
    checkRows(
      examples,
      ({ row, example }) => {
        expect(findProbe(example, 404)?.row.what).toBe(row.what);
        for (const status of [200, 302, 503])
          expect(findProbe(example, status)?.row.what).toBe(
            row.counts === 'always' ? row.what : undefined,
          );
      },
      ({ row, example }) => `${row.what}: ${example}`,
    ));

  it('needs each of its names', () =>
    checkRows(PROBE_PATHS, ({ what, names = [], files = [], roots = [] }) => {
      const paths = [
        ...names.flatMap((name) => [`/${name}`, `/a/${name}/b`]),
        ...files.flatMap((file) => [`/${file}`, `/a/b/${file}`]),
        ...roots.flatMap((root) => [root, `${root}/a`]),
      ];
      for (const path of paths)
        expect([path, findProbe(path, 404)?.row.what]).toEqual([path, what]);
    }));
});

describe('who asks for a probe path', () => {
  it('is a vulnerability scanner, when a browser is named', () => {
    for (const agent of [CHROME, 'Mozilla/5.0'])
      expect(judgeRequest(classify(agent), '/.env', 404)).toEqual({
        kind: 'bot',
        bot: {
          id: 4,
          slug: 'vulnerability-scanner',
          name: 'Vulnerability scanner',
          provider: 'Unknown',
          category: 'security_scanner',
        },
        layer: 'request',
        reason: 'a request for a file .env, which holds secrets',
      });
  });

  it('stays who it is, when a bot is named', () => {
    const agents = ['', 'SomeUnknownBot/1.1', 'curl/8.5', 'GPTBot/1.2', 'sqlmap/1.7'];
    for (const agent of agents) {
      const verdict = classify(agent);
      expect(judgeRequest(verdict, '/.env', 404)).toBe(verdict);
    }
    const agent = classify(CHROME, 'chatgpt.com');
    expect(agent).toMatchObject({ bot: { name: 'ChatGPT agent' } });
    expect(judgeRequest(agent, '/.env', 404)).toBe(agent);
    expect(BOT_REGISTRY.filter(({ id }) => id === 4)).toHaveLength(1);
  });

  it('is told with the layer that decided', () => {
    const steps = explain(CHROME).steps;
    const asked = steps.map(({ layer }) => ({ layer, reason: null }));
    expect(explainRequest(explain(CHROME), '/.env', 404)).toMatchObject({
      verdict: { bot: { id: 4 } },
      steps: [
        ...asked,
        { layer: 'request', reason: 'a request for a file .env, which holds secrets' },
      ],
    });
    expect(explainRequest(explain(CHROME), '/', 200)).toEqual({
      verdict: person,
      steps: [...steps, { layer: 'request', reason: null }],
    });
  });

  it('keeps the verdict for ordinary requests', () => {
    expect(judgeRequest(person, '/', 200)).toBe(person);
    expect(judgeRequest(person, '/missing', 404)).toBe(person);
  });
});

describe('a path that scanners ask for', () => {
  it('is each example, however it was answered', () =>
    checkRows(
      examples.filter(({ example }) => findProbe(example, 404)),
      ({ example }) => expect(isProbedPath(example)).toBe(true),
      ({ row, example }) => `${row.what}: ${example}`,
    ));

  it('is each name of a row', () =>
    checkRows(PROBE_PATHS, ({ names = [], files = [], roots = [] }) => {
      const paths = [...names, ...files].map((name) => `/${name}`);
      for (const path of [...paths, ...roots])
        expect([path, isProbedPath(path.toUpperCase())]).toEqual([path, true]);
    }));

  it('is none that people ask for everywhere', () => {
    const paths = [
      '/',
      '/about',
      '/admin',
      '/index.php',
      '/a.b/c',
      '/wiki/.htaccess',
      '/login',
      '',
    ];
    expect(paths.filter(isProbedPath)).toEqual([]);
  });
});

describe('how the request was answered', () => {
  it('matters where some sites have such a page', () => {
    for (const path of ['/wp-login.php', '/blog/wp-login.php', '/phpmyadmin/', '/config.php']) {
      for (const status of [400, 403, 404, 405, 410, 444, 500, 501, 502, 504, 522, 599])
        expect([path, status, isScanner(path, status)]).toEqual([path, status, true]);
      for (const status of [0, 200, 301, 304, 399, 503, 600, 999])
        expect([path, status, isScanner(path, status)]).toEqual([path, status, false]);
    }
  });

  it('says nothing about the page when a password is asked for, or nothing is answered', () => {
    for (const status of [401, 408, 429, 499, 503]) {
      expect(isRefused(status)).toBe(false);
      expect(isScanner('/manager/html', status)).toBe(false);
      expect(isScanner('/.env', status)).toBe(true);
    }
  });

  it('matters in a wiki or a viewer of source code, whatever people read there', () => {
    for (const path of [
      '/wiki/.env',
      '/en/wiki/.git',
      '/owner/name/blob/main/.env.example',
      '/group/sub/name/-/tree/main/.git',
      '/owner/name/src/branch/main/.npmrc',
      '/projects/x/repos/y/browse/.env',
    ]) {
      expect([path, isScanner(path, 200), isScanner(path, 404)]).toEqual([path, false, true]);
    }
    expect(isScanner('/blob/.env', 200)).toBe(true);
  });
});

describe('what browsers of people ask for', () => {
  it('is no probe, even when it is missing', () => {
    for (const path of [
      '/favicon.ico',
      '/apple-touch-icon-precomposed.png',
      '/robots.txt',
      '/sitemap.xml',
      '/ads.txt',
      '/browserconfig.xml',
      '/manifest.json',
      '/.well-known/security.txt',
      '/.well-known/apple-app-site-association',
      '/.well-known/acme-challenge/abc',
      '/.netlify/functions/hello',
      '/.auth/me',
      '/.rum/@adobe/helix-rum-js',
      '/images/.jpg',
      '/wp-admin/admin-ajax.php',
      '/wp-json/wp/v2/posts',
      '/wp-content/uploads/2026/01/photo.jpg',
      '/wp-content/plugins/shop/cart.js',
      '/wp-content/themes/nice/style.css',
      '/config.js',
      '/env.js',
      '/assets/config/config.json',
      '/appsettings.Production.json',
      '/admin/config.yml',
      '/README.md',
      '/openapi.yaml',
      '/install.sh',
      '/get-pip.py',
      '/login',
      '/admin',
      '/signup',
      '/environment',
      '/.environment',
      '/environmental-policy.html',
      '/settings',
      '/backup',
      '/services.php',
      '/default.cfm',
      '/autodiscover/autodiscover.xml',
      '/etc.clientlibs/site.css',
      '/etc/designs/site.css',
      '/terraform/modules',
      '/blog/how-to-use-phpinfo',
      '/manual/en/function.phpinfo.php',
      '/blog/2026/phpmyadmin',
      '/tag/wordpress',
      '/docs/dockerfile',
      '/gitignore',
      '/caf%C3%A9/%E2%80%A6',
      '/a..b',
      '/...',
    ])
      expect([path, isScanner(path, 404), isScanner(path, 200)]).toEqual([path, false, false]);
  });
});
