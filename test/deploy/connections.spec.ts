import { SETTINGS } from '@app/config';
import { connectionsFor, rowsOf, sumOf } from './connections.js';
import { read, readYaml } from './files.js';

const PROCESSES = ['API', 'worker'] as const;
const PLACES = ['docs/configuration.md', 'deploy/README.md', '.env.example', 'docker-compose.yml'];

it.each(PROCESSES)('the table of connections adds up for the %s', (process) => {
  const rows = rowsOf(process);
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.reduce((sum, row) => sum + row.connections, 0)).toBe(sumOf(process));
});

it('the table names the defaults of the settings', () => {
  const rows = PROCESSES.flatMap(rowsOf).filter((row) => row.setting);
  expect(rows.length).toBeGreaterThan(3);
  for (const { setting, connections } of rows) {
    expect([setting, SETTINGS[setting as keyof typeof SETTINGS].default]).toEqual([
      setting,
      String(connections),
    ]);
  }
});

it.each(PLACES)('%s uses the figures of the table', (file) => {
  const formulas = [...read(file).matchAll(/(\d+) [×x] API \w+ \+ (\d+) [×x] workers \+ 10/g)];
  expect(formulas.length).toBeGreaterThan(0);
  for (const [formula, api, worker] of formulas) {
    expect([formula, Number(api), Number(worker)]).toEqual([
      formula,
      sumOf('API'),
      sumOf('worker'),
    ]);
  }
});

it('the sum for Kubernetes follows from its limits, plus one of each while a release rolls out', () => {
  const [hpa] = readYaml('deploy/kubernetes/api.hpa.yaml') as [{ spec: { maxReplicas: number } }];
  const [scaled] = readYaml('deploy/kubernetes/worker.scaledobject.yaml') as [
    { spec: { maxReplicaCount: number } },
  ];
  const sum = connectionsFor(hpa.spec.maxReplicas + 1, scaled.spec.maxReplicaCount + 1);
  expect(read('deploy/README.md')).toContain(`${sum} with the limits here`);
});
