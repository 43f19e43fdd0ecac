import { tailRows } from './tail-row.js';

/** Less known bots: browsers that a program controls. One row per line. */
// prettier-ignore
export const HEADLESS_BROWSER_TAIL = tailRows('headless_browser', [
  [3631, 'Cypress', 'Cypress.io', 'https://www.cypress.io', ['Cypress/'], 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Cypress/12.0.0 Chrome/106.0.5249.51 Electron/21.0.0 Safari/537.36', '2026-11-20'],
  [3632, 'HtmlUnit', 'HtmlUnit', 'https://htmlunit.sourceforge.io', ['HtmlUnit'], 'HtmlUnit/2.70.0', '2026-11-20', 'start'],
  [3927, 'imgsizer', 'Scoop.it', null, ['imgsizer'], 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.21 (KHTML, like Gecko) imgsizer Safari/537.21', '2026-11-29'],
  [3633, 'Selenium', 'Selenium', 'https://www.selenium.dev', ['Selenium'], 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36; Selenium', '2026-11-20'],
  [3634, 'SlimerJS', 'SlimerJS', 'https://slimerjs.org', ['SlimerJS'], 'Mozilla/5.0 (X11; Linux x86_64; rv:52.0) Gecko/20100101 SlimerJS/1.0.0', '2026-11-20'],
  [3635, 'Splash', 'Zyte', 'https://www.zyte.com/splash/', ['splash Version'], 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/602.1 (KHTML, like Gecko) splash Version/10.0 Safari/602.1', '2026-11-20'],
  [3636, 'TestLocally', 'TestLocally', 'https://testlocal.ly/', ['TestLocally'], 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.6422.26 Safari/537.36 TestLocally/1.0', '2026-11-23'],
  [3928, 'webscreenie', 'Mathieu Ducharme', 'https://github.com/muranov/webscreenie', ['webscreenie'], 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.21 (KHTML, like Gecko) webscreenie Safari/537.21', '2026-11-29'],
  [3637, 'wkhtmltopdf', 'wkhtmltopdf', 'https://wkhtmltopdf.org', ['wkhtmltopdf', 'wkhtmltoimage'], 'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) wkhtmltopdf Safari/538.1', '2026-11-20'],
  [3934, 'Zombie.js', 'Zombie.js', 'http://zombie.js.org/', ['Zombie.js'], 'Mozilla/5.0 Chrome/10.0.613.0 Safari/534.15 Zombie.js/5.0.7', '2026-11-29'],
]);
