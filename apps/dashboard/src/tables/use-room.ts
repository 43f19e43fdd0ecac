import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { goneOf } from './room.js';

/**
 * Lets columns of a table give way where it has no room for all, before it is painted and whenever
 * its place gets another width. The style sheet hides what `data-gone` lists by rank.
 *
 * @param ranks of the columns
 * @param rows what they show: other rows may need other widths
 * @returns for the place of the table, which is as wide as it may be
 */
export function useRoom(
  ranks: readonly (number | undefined)[],
  rows: unknown,
): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    const table = current?.querySelector('table');
    if (!current || !table) return;
    let room = 0;
    const fit = () => {
      if (current.clientWidth === room) return;
      room = current.clientWidth;
      fitInto(table, ranks, room);
    };
    const observer = new ResizeObserver(fit);
    observer.observe(current);
    fit();
    return () => observer.disconnect();
  }, [ranks.join(), rows]);
  return place;
}

/** A table that is wider than its place has columns that are as narrow as they can be. */
function fitInto(table: HTMLTableElement, ranks: readonly (number | undefined)[], room: number) {
  delete table.dataset['gone'];
  const isWhole = table.offsetWidth <= room;
  const heads = Array.from(table.tHead?.rows[0]?.cells ?? []);
  const widths = heads.map((head) => head.getBoundingClientRect().width);
  if (!isWhole) table.dataset['gone'] = goneOf(widths, ranks, room).join(' ');
}
