import { groupCalls } from '@app/group-calls';
import type pg from 'pg';
import { statement } from '../database/statement.js';

interface DomainRow {
  account_id: number;
  domain: string;
  id: number;
}

const FIND_DOMAINS = statement('feeds/find_domains_of_accounts');
/** How many accounts one statement looks up. */
const MOST_ACCOUNTS = 500;

/** Finds the websites of accounts. Calls that come together become one statement. */
export class DomainsOfAccounts {
  /**
   * Returns the internal ids of the websites of an account by the domains that they have now. Deleted
   * websites have none.
   */
  readonly find: (accountId: number) => Promise<ReadonlyMap<string, number>>;

  constructor(private readonly pool: Pick<pg.Pool, 'query'>) {
    this.find = groupCalls((accountIds) => this.query(accountIds), { most: MOST_ACCOUNTS });
  }

  private async query(accountIds: number[]): Promise<ReadonlyMap<string, number>[]> {
    const { rows } = await this.pool.query<DomainRow>({
      name: 'find_domains_of_accounts',
      text: FIND_DOMAINS,
      values: [[...new Set(accountIds)]],
    });
    const domains = new Map(accountIds.map((id) => [id, new Map<string, number>()]));
    for (const { account_id: accountId, domain, id } of rows)
      domains.get(accountId)?.set(domain, id);
    return accountIds.map((id) => domains.get(id) ?? new Map<string, number>());
  }
}
