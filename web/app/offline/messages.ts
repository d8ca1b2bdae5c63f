/** The names of all caches of the service worker but the one of Workbox begin with this. */
export const cachePrefix = 'dendro-'

/** What a page tells the service worker. */
export type WorkerMessage =
  /** The page and its files, which were loaded before the worker was there. */
  | { type: 'seen'; page: string; files: string[] }
  /** Another person or nobody is signed in. */
  | { type: 'forget' }
