import type { ViewProps } from '../view.js';
import { OnePage } from './one-page.js';
import { PageList } from './page-list.js';

/** All pages, or the one that the filters name. */
export function Pages(props: ViewProps) {
  const { page } = props.address.filters;
  return page === undefined ? (
    <PageList {...props} />
  ) : (
    <OnePage {...props} key={page} path={page} />
  );
}
