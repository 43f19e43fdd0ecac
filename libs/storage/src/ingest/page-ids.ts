/** A path of a website. */
export interface Page {
  websiteId: number;
  path: string;
}

/**
 * Stores a number for each page, by website and then by path. A key that joins the two would cost
 * more than the look-up.
 */
export class PageIds {
  private readonly byWebsite = new Map<number, Map<string, number>>();

  get({ websiteId, path }: Page): number | undefined {
    return this.byWebsite.get(websiteId)?.get(path);
  }

  set({ websiteId, path }: Page, id: number): void {
    const paths = this.byWebsite.get(websiteId);
    if (paths) paths.set(path, id);
    else this.byWebsite.set(websiteId, new Map([[path, id]]));
  }

  clear(): void {
    this.byWebsite.clear();
  }
}
