import { Link } from './link.js';

interface TabsProps {
  /** What is chosen here. */
  label: string;
  tabs: readonly { tab: string | undefined; title: string }[];
  shown: string | undefined;
}

/** Links to the parts of a view. Another part is sorted in its own way again. */
export function Tabs({ label, tabs, shown }: TabsProps) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ tab, title }) => (
        <Link key={title} to={{ tab, sort: undefined }} current={tab === shown}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
