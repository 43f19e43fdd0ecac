import { scriptOf } from './script-of.js';

it('finds the script of a document as it is built', () => {
  const html =
    '<!doctype html><link rel="icon" href="./a.svg"><script type="module" blocking="render" src="./assets/index-Ab_1.js"></script>';
  expect(scriptOf(html)).toBe('./assets/index-Ab_1.js');
  expect(scriptOf('<h1>Sign in to the proxy</h1>')).toBeUndefined();
});
