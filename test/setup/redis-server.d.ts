export interface RedisServer {
  port: number;
  url: string;
  /** Where its files are. */
  folder: string;
  pid(): number;
  /** Starts it again on the same port, with what it had on disk. */
  start(): Promise<void>;
  /** `kill -9`: what is on disk stays. */
  kill(): Promise<void>;
  /** It keeps its connections and answers nothing until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

export function findRedisServer(): string | undefined;
/** `parent`: where its folder is made, by default the system's folder for temporary files. */
export function startRedisServer(
  settings?: Record<string, string>,
  parent?: string,
): Promise<RedisServer>;
