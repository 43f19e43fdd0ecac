import { createApiMetrics, createWorkerMetrics } from '@app/observability';
import { exists, read } from './files.js';
import { type Expression, readExpression, type Selector } from './promql.js';

interface Target {
  refId: string;
  expr: string;
  legendFormat: string;
  datasource: unknown;
}

interface Panel {
  id: number;
  type: string;
  title: string;
  description: string;
  datasource: unknown;
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig: { defaults: { unit: string } };
  targets: Target[];
}

interface Dashboard {
  __inputs: unknown[];
  id: null;
  uid: string;
  title: string;
  tags: string[];
  schemaVersion: number;
  refresh: string;
  time: { from: string; to: string };
  templating: { list: { name: string; type: string; query: unknown; datasource?: unknown }[] };
  panels: Panel[];
}

const DASHBOARD = JSON.parse(read('deploy/grafana/botgauge.json')) as Dashboard;
const PANELS = DASHBOARD.panels.filter(({ type }) => type !== 'row');
const SOURCE = { type: 'prometheus', uid: '${datasource}' };

interface Declared {
  type: 'counter' | 'gauge' | 'histogram';
  labels: string[];
  help: string;
}

/** What the processes declare, by name; `up` comes from Prometheus itself. */
const DECLARED = new Map<string, Declared>([['up', { type: 'gauge', labels: [], help: '' }]]);

/** The labels that Prometheus adds to everything that it reads from a process. */
const TARGET_LABELS = ['job', 'instance'];

beforeAll(async () => {
  const api = createApiMetrics();
  api.showBotsFile(undefined, () => 0);
  const worker = createWorkerMetrics(
    () => ({ hits: 0, misses: 0, size: 0 }),
    () => [],
  );
  worker.showFullAccounts(() => 0);
  for (const { registry } of [api, worker]) {
    for (const { name, type, help } of await registry.getMetricsAsJSON()) {
      const { labelNames } = registry.getSingleMetric(name) as unknown as { labelNames: string[] };
      DECLARED.set(name, { type: type as unknown as Declared['type'], labels: labelNames, help });
    }
  }
});

/** Every expression of the dashboard, with the name of its panel. */
const ASKED = PANELS.flatMap(({ title, targets }) =>
  targets.map((target) => ({ title, target, ...readExpression(target.expr) })),
);

/** Returns the name of the declaration of `asked`, which may be a part of a histogram. */
function declarationOf(asked: string): string {
  const base = asked.replace(/_(bucket|sum|count)$/, '');
  return DECLARED.get(base)?.type === 'histogram' ? base : asked;
}

/** Says what is wrong with how an expression asks for a metric, if anything is. */
function faultOf(selector: Selector, { groupings }: Expression): string | undefined {
  const { metric, matchers, range, functions } = selector;
  const declared = DECLARED.get(declarationOf(metric));
  if (!declared) return 'no process has this metric';
  if (!matchers.some(([label, value]) => label === 'job' && value === '$job')) return 'needs $job';
  const labels = [
    ...TARGET_LABELS,
    ...declared.labels,
    ...(metric.endsWith('_bucket') ? ['le'] : []),
  ];
  const unknown = [...matchers.map(([label]) => label), ...groupings].find(
    (label) => !labels.includes(label),
  );
  if (unknown) return `has no label ${unknown}`;
  const innermost = functions.at(-1) ?? '';
  const isRate = innermost === 'rate' || innermost === 'increase';
  if (declared.type === 'gauge') return isRate ? 'a gauge has no rate' : undefined;
  if (declared.type === 'histogram' && declarationOf(metric) === metric) {
    return 'a histogram is asked for its _bucket, _sum or _count';
  }
  if (!isRate || range === undefined) return 'a counter needs rate or increase';
  if (!metric.endsWith('_bucket')) return undefined;
  return functions.includes('histogram_quantile') && groupings.includes('le')
    ? undefined
    : 'buckets need histogram_quantile by le';
}

describe('the dashboard of Grafana', () => {
  it('can be imported, and asks the data source that its user chooses', () => {
    expect(DASHBOARD).toMatchObject({
      __inputs: [],
      id: null,
      uid: 'botgauge',
      title: 'Botgauge',
      tags: ['botgauge'],
      schemaVersion: 38,
      refresh: '30s',
      time: { from: 'now-6h', to: 'now' },
    });
    const [source, job] = DASHBOARD.templating.list;
    expect(source).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
    expect(job).toMatchObject({ name: 'job', type: 'query', datasource: SOURCE });
    for (const { title, datasource, targets } of PANELS) {
      const sources = [datasource, ...targets.map((target) => target.datasource)];
      expect({ title, sources }).toEqual({ title, sources: sources.map(() => SOURCE) });
    }
  });

  it('has panels that a reader understands: a title, one sentence, a unit, a legend', () => {
    expect(PANELS.length).toBeGreaterThan(0);
    for (const { title, type, description, fieldConfig, targets } of PANELS) {
      const { unit } = fieldConfig.defaults;
      expect({ title, type }).toEqual({
        title,
        type: expect.stringMatching(/^(timeseries|stat)$/),
      });
      expect({ title, description }).toEqual({
        title,
        description: expect.stringMatching(/^[A-Z1][^]{20,160}[^.]\.$/),
      });
      expect({ title, unit }).toEqual({ title, unit: unitOf(targets[0]!.expr, unit) });
      for (const { legendFormat } of targets) expect(legendFormat).not.toBe('');
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
    }
    expect(PANELS.filter(({ targets }) => targets.length === 0)).toEqual([]);
  });

  it('gives every panel an id and a place of its own', () => {
    const { panels } = DASHBOARD;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const taken = new Map<string, string>();
    for (const { title, gridPos } of panels) {
      const { x, y, w, h } = gridPos;
      expect({ title, fits: x >= 0 && w > 0 && h > 0 && x + w <= 24 }).toEqual({
        title,
        fits: true,
      });
      for (let cell = 0; cell < w * h; cell++) {
        const place = `${x + (cell % w)},${y + Math.floor(cell / w)}`;
        expect({ title, place, of: taken.get(place) }).toEqual({ title, place });
        taken.set(place, title);
      }
    }
  });

  it('asks only for metrics and labels that the processes have, each in the way of its kind', () => {
    const faults = ASKED.flatMap(({ title, selectors, groupings }) =>
      selectors.flatMap((selector) => {
        const fault = faultOf(selector, { selectors, groupings });
        return fault === undefined ? [] : [`${title}: ${selector.metric}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
    expect(ASKED.filter(({ selectors }) => selectors.length === 0)).toEqual([]);
  });

  it('names in legends only labels that the expression keeps', () => {
    for (const { title, target, groupings } of ASKED) {
      const named = [...target.legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!);
      const lost = named.filter((label) => !groupings.includes(label));
      expect({ title, lost }).toEqual({ title, lost: [] });
    }
  });

  it('asks only for values of labels that the declaration names', () => {
    for (const { title, selectors } of ASKED) {
      for (const { metric, matchers } of selectors) {
        const { help } = DECLARED.get(declarationOf(metric))!;
        const values = matchers
          .filter(([label]) => label !== 'job' && label !== 'status')
          .flatMap(([, value]) => value.split('|'));
        const unknown = values.filter((value) => !help.includes(value));
        expect({ title, unknown }).toEqual({ title, unknown: [] });
      }
    }
  });

  it('shows every metric that docs/operations.md describes, and that page describes all', () => {
    const rows = [...read('docs/operations.md').matchAll(/^\| `(botgauge_\w+)(?:\{.*?\})?` +\|/gm)];
    const described = new Set(rows.map(([, name]) => name!));
    const shown = new Set(ASKED.flatMap(({ selectors }) => selectors.map(({ metric }) => metric)));
    const shownNames = [...shown].map(declarationOf);
    expect([...described].filter((name) => !shownNames.includes(name))).toEqual([]);
    const ours = [...DECLARED.keys()].filter((name) => !/^up$|_(process|nodejs)_/.test(name));
    expect(ours.filter((name) => !described.has(name))).toEqual([]);
  });

  it('is described in the manual, and operators find the way there', () => {
    const manual = read('deploy/README.md');
    expect(manual).toContain('## Dashboard for Grafana');
    const named = [...manual.matchAll(/\((grafana\/[\w.-]+)\)/g)].map(([, file]) => file!);
    expect(named).toContain('grafana/botgauge.json');
    expect(named.filter((file) => !exists(`deploy/${file}`))).toEqual([]);
    expect(read('docs/operations.md')).toContain('../deploy/README.md#dashboard-for-grafana');
  });
});

/** The unit that the values of an expression have; `unit` where several are possible. */
function unitOf(expression: string, unit: string): string {
  if (expression.includes(' / ')) return 'percentunit';
  if (/^histogram_quantile/.test(expression)) return 's';
  if (/^max[^/]*_bytes\{/.test(expression)) return 'bytes';
  if (/^max[^/]*_seconds\{/.test(expression)) return 's';
  if (/^sum(?: by \(.*?\) )?\(rate\(\w+_total\{/.test(expression)) {
    return expression.includes('_seconds_total') ? 'percentunit' : unit === 'reqps' ? unit : 'ops';
  }
  return unit;
}
