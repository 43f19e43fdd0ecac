/** What `websites create` is told. */
export interface WebsiteOptions {
  account: string;
  domain: string;
}
