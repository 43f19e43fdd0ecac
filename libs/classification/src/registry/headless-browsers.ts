import type { RegisteredBot } from './registered-bot.js';

/** Browsers that a program controls. */
export const HEADLESS_BROWSER_BOTS: readonly RegisteredBot[] = [
  {
    id: 1501,
    slug: 'headlesschrome',
    name: 'HeadlessChrome',
    provider: 'Google',
    category: 'headless_browser',
    documentation: 'https://developer.chrome.com/docs/chromium/headless',
    checkedOn: '2026-11-20',
    tokens: ['HeadlessChrome'],
    examples: [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/125.0.6422.60 Safari/537.36',
    ],
  },
  {
    id: 1502,
    slug: 'phantomjs',
    name: 'PhantomJS',
    provider: 'PhantomJS',
    category: 'headless_browser',
    documentation: 'http://phantomjs.org/',
    checkedOn: '2026-11-20',
    tokens: ['PhantomJS'],
    examples: [
      'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    ],
  },
  {
    id: 1503,
    slug: 'playwright',
    name: 'Playwright',
    provider: 'Microsoft',
    category: 'headless_browser',
    documentation: 'https://playwright.dev',
    checkedOn: '2026-11-20',
    tokens: ['Playwright/'],
    examples: [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Playwright/1.40.0',
    ],
  },
  {
    id: 1504,
    slug: 'puppeteer',
    name: 'Puppeteer',
    provider: 'Google',
    category: 'headless_browser',
    documentation: 'https://pptr.dev',
    checkedOn: '2026-11-20',
    tokens: ['Puppeteer'],
    examples: [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 Puppeteer',
    ],
  },
  {
    id: 1505,
    slug: 'lightpanda',
    name: 'Lightpanda',
    provider: 'Lightpanda',
    category: 'headless_browser',
    documentation: 'https://github.com/lightpanda-io/browser',
    checkedOn: '2026-11-20',
    tokens: ['Lightpanda/'],
    examples: ['Lightpanda/1.0'],
  },
  {
    id: 3641,
    slug: 'cloudflare-browser-run',
    name: 'Cloudflare Browser Run',
    provider: 'Cloudflare',
    category: 'headless_browser',
    documentation:
      'https://developers.cloudflare.com/browser-run/reference/automatic-request-headers/',
    checkedOn: '2026-11-29',
    tokens: ['CloudflareBrowserRenderingCrawler'],
    signatureAgents: [
      'web-bot-auth.cloudflare-browser-rendering-085.workers.dev',
      'web-bot-auth-crawl.cloudflare-browser-rendering-085.workers.dev',
    ],
    examples: ['CloudflareBrowserRenderingCrawler/1.0'],
  },
];
