import { addHosts, noHosts } from './host-counts.js';

it('adds up hosts in the form in which the service counts them', () => {
  const counts = noHosts();
  addHosts(counts, [
    ['Shop.example:443', 2],
    ['shop.example.', 3],
    ['no host', 4],
    ['', 5],
  ]);
  addHosts(counts, new Map([['shop.example', 1]]));
  expect([...counts.byHost]).toEqual([
    ['shop.example', 6],
    ['', 9],
  ]);
  expect(counts.others).toBe(0);
});

it('tells a bounded number of hosts apart, and counts the entries of all', () => {
  const counts = noHosts();
  const hosts = Array.from({ length: 12_000 }, (_, i): [string, number] => [`h${i}.test`, 2]);
  addHosts(counts, [...hosts, ['h1.test', 1], ['', 7]]);
  expect(counts.byHost.size).toBe(10_001);
  expect([counts.byHost.get('h1.test'), counts.byHost.get('')]).toEqual([3, 7]);
  expect(counts.others).toBe(4_000);
});
