import { localText } from './local-text.js';

const RELATIONS = [
  { name: 'pages', definition: 'SELECT * FROM pages_7' },
  { name: 'late_traffic_daily', definition: 'SELECT * FROM late_traffic_daily_8' },
  { name: 'traffic_daily', definition: 'SELECT bot_id FROM late_traffic_daily' },
];
const PAGES = 'pages AS NOT MATERIALIZED (SELECT * FROM pages_7)';
const DAYS = `late_traffic_daily AS NOT MATERIALIZED (SELECT * FROM late_traffic_daily_8),
traffic_daily AS NOT MATERIALIZED (SELECT bot_id FROM late_traffic_daily)`;

describe('the text of a statement on one node', () => {
  it.each([
    ['SELECT 1', 'SELECT 1'],
    ['-- Says.\nSELECT id FROM pages p', `-- Says.\nWITH ${PAGES}\nSELECT id FROM pages p`],
    [
      'WITH a AS (SELECT 1) SELECT FROM a JOIN pages USING (id)',
      `WITH ${PAGES},\na AS (SELECT 1) SELECT FROM a JOIN pages USING (id)`,
    ],
    // What a view reads comes first.
    ['SELECT FROM traffic_daily', `WITH ${DAYS}\nSELECT FROM traffic_daily`],
    // A column is no relation.
    ['SELECT pages FROM others', 'SELECT pages FROM others'],
    [
      'WITH pages AS MATERIALIZED (SELECT 1) SELECT FROM pages',
      'WITH pages AS MATERIALIZED (SELECT 1) SELECT FROM pages',
    ],
  ])('%j', (statement, expected) => {
    expect(localText(statement, RELATIONS)).toBe(expected);
  });
});
