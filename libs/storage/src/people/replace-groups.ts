import type { VisitorGroup } from '@app/people';
import type pg from 'pg';
import { named, type Shard } from '../database/shards.js';
import { statement } from '../database/statement.js';
import { findPaths } from './find-texts.js';
import { storedGroup } from './stored-groups.js';
import type { BrowserOfClient } from './verdict-rows.js';

const REPLACE_GROUPS = statement('people/replace_groups');

interface GroupsToReplace {
  websiteId: number;
  /** Of the UTC day. */
  begin: string;
  groups: readonly VisitorGroup[];
  browsers: readonly BrowserOfClient[];
}

/** Replaces the groups of visitors of a website and day. */
export async function replaceGroups(
  client: pg.ClientBase,
  shard: Shard,
  { websiteId, begin, groups, browsers }: GroupsToReplace,
): Promise<void> {
  const pages = new Set(groups.flatMap((group) => group.pages.most.map(({ number }) => number)));
  const texts = {
    clients: new Map(browsers.map((browser) => [browser.id, browser])),
    paths: await findPaths(client, shard, websiteId, [...pages]),
  };
  const stored = groups.map((group) => storedGroup(group, texts));
  await client.query({
    ...named(shard, 'replace_groups', REPLACE_GROUPS),
    values: [websiteId, begin, JSON.stringify(stored)],
  });
}
