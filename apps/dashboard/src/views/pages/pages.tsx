import type { ViewProps } from '../view.js';
import { OnePage } from './one-page.js';
import { PageList } from './page-list.js';

/** All pages, or the one that the filters name. */
export function Pages(props: ViewProps) {
  const { exact_path } = props.address.filters;
  return exact_path === undefined ? (
    <PageList {...props} />
  ) : (
    <OnePage {...props} key={exact_path} path={exact_path} />
  );
}
