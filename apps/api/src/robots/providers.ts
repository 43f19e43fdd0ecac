import type { Provider } from '@nestjs/common';
import type { Clock } from '@app/access';
import { Slices } from '@app/robots';
import { type Pool, RobotsReader, RobotsTexts, TrafficReader, WebsiteFetches } from '@app/storage';
import { WebsiteRobots } from './website-robots.js';

/** What keeps texts of robots.txt, and reads who kept to them. */
export function robotsProviders({
  clock,
  pools: { reports },
}: {
  clock: Clock;
  pools: { reports: Pool };
}): Provider[] {
  const robots = new WebsiteRobots({
    clock,
    slices: new Slices(),
    texts: new RobotsTexts(reports),
    fetches: new WebsiteFetches(reports),
    reader: new RobotsReader(reports),
    traffic: new TrafficReader(reports),
  });
  return [{ provide: WebsiteRobots, useValue: robots }];
}
