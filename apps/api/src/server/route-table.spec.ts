import { RouteTable } from './route-table.js';

const table = new RouteTable();
table.add('GET', '/websites');
table.add('HEAD', '/websites');
table.add(['GET', 'HEAD'], '/websites/:id/summary');
table.add('POST', '/logs/custom');
table.add('GET', '/openapi.json');
table.add('DELETE', '/websites');
table.add('GET', '/a+b(c)');

it.each([
  ['/websites', ['DELETE', 'GET', 'HEAD']],
  ['/websites/ws_1/summary', ['GET', 'HEAD']],
  ['/websites/%20/summary', ['GET', 'HEAD']],
  ['/websites/', ['DELETE', 'GET', 'HEAD']],
  ['/websites/ws_1/summary/', ['GET', 'HEAD']],
  ['/logs/custom', ['POST']],
  ['/openapi.json', ['GET']],
  ['/a+b(c)', ['GET']],
])('%s has %j', (path, methods) => {
  expect(table.methodsOf(path)).toEqual(methods);
});

it.each([
  '/',
  '',
  '/websites/ws_1',
  '/websites//summary',
  '/websites/a/b/summary',
  '/websites/ws_1/summary//',
  '/x/websites',
  '/openapiXjson',
  '/aab(c)',
  '/Websites',
])('%s has no methods', (path) => {
  expect(table.methodsOf(path)).toEqual([]);
});

it('lists the routes as they were registered', () => {
  expect(table.list()).toContainEqual({ method: 'HEAD', url: '/websites/:id/summary' });
  expect(table.list()).toHaveLength(8);
});
