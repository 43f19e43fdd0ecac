import { createStaticFileTest } from './static-file.js';

const isStatic = createStaticFileTest();
const asked = (path: string, contentType?: string, statusCode = 200) =>
  isStatic({ path, contentType, statusCode });

test.each([
  ['/style.css', undefined],
  ['/a/Photo.JPG', undefined],
  ['/fonts/x.woff2', undefined],
  ['/image?', 'image/webp'],
  ['/_next/image', 'IMAGE/PNG; charset=binary'],
  ['/bundle', 'text/javascript;%20charset=utf-8'],
  ['/data.js', 'application/octet-stream'],
])('%s of the type %s is a static file', (path, type) => {
  expect(asked(path, type)).toBe(true);
});

test.each([
  ['/', undefined],
  ['/pricing', 'text/html; charset=utf-8'],
  ['/robots.txt', 'text/plain'],
  ['/feed.xml', 'application/xml'],
  ['/paper.pdf', 'application/pdf'],
  ['/wiki/File:Cat.jpg', 'text/html'],
  ['/v1.css/', undefined],
  ['/jpg', undefined],
])('%s of the type %s is a page', (path, type) => {
  expect(asked(path, type)).toBe(false);
});

test('an error page that stands for a missing file is no page', () => {
  expect([asked('/gone.jpg', 'text/html', 404), asked('/gone', 'text/html', 404)]).toEqual([
    true,
    false,
  ]);
});

test('takes lists of its own', () => {
  const test = createStaticFileTest(['pdf'], ['application/zip']);
  const answers = [
    ['/a.pdf', undefined],
    ['/a', 'application/zip'],
    ['/a.css', 'text/css'],
  ] as const;
  expect(
    answers.map(([path, contentType]) => test({ path, contentType, statusCode: 200 })),
  ).toEqual([true, true, false]);
});
