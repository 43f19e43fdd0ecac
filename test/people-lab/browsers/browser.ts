/** A browser that the laboratory drives. */
export interface LabBrowser {
  name: 'chromium' | 'firefox';
  /** Opens a profile that has nothing in its cache. */
  open(options: ProfileOptions): Promise<Profile>;
}

export interface ProfileOptions {
  /** The port of the visitor's door. */
  door: number;
  /** What it says that it is, where that is not what it is. */
  agent?: string | undefined;
  /** Whether only documents and scripts are loaded, as programs do that want text. Chromium only. */
  isSparse?: boolean | undefined;
}

/** The profile of one visitor. */
export interface Profile {
  tab: Tab;
  close(): Promise<void>;
}

/** Each of its methods ends when the page is loaded. */
export interface Tab {
  /** Opens an address that was typed, or is a bookmark. */
  visit(address: string): Promise<void>;
  /** Clicks on what a selector of CSS names. */
  click(selector: string): Promise<void>;
  /** Opens a link in another tab, in which it stays. */
  clickForNewTab(selector: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
}
