import { textAt } from '@app/contracts';
import { aVisit, visitColumns } from '@app/testing';
import { visitsTo } from './shares.js';

it('a share has all of its visits, and nothing of those to other websites', () => {
  const visits = visitColumns([
    aVisit({ websiteId: 1, path: '/a', country: 'DE' }),
    aVisit({ websiteId: 2, path: '/b', country: 'FR', statusCode: 404 }),
    aVisit({ websiteId: 1, path: '/c', country: null }),
    aVisit({ websiteId: 2, path: '/d', country: 'US', referer: 'https://a.example/' }),
  ]);
  const numbered = {
    ...{ visits, clientIds: [1, 2], refererIds: [1] },
    ...{ hostIds: [1, 1], keyWebsiteId: 1 },
  };
  const { visits: own } = visitsTo(new Set([2]), numbered);
  const rows = Array.from({ length: own.count }, (_, row) => ({
    path: own.pages[own.pageOf[row] as number]?.path,
    country: textAt(own.texts.country, row),
    statusCode: own.statusCodes[row],
    referer: own.referers[own.refererOf[row] as number]?.referer,
  }));
  expect(rows).toEqual([
    { path: '/b', country: 'FR', statusCode: 404, referer: undefined },
    { path: '/d', country: 'US', statusCode: 200, referer: 'https://a.example/' },
  ]);
});
