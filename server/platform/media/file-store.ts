import type { Readable } from 'node:stream'

/** The bytes of a part of a file, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The file storage that all processes share: a folder (folder-store.ts) or a bucket (bucket-store.ts). Names are paths
 * like `ab/ab12-640.webp`. Every method throws UNAVAILABLE when the storage does not answer.
 */
export interface FileStore {
  /** Writes a file atomically, also in case of a power cut. */
  write(name: string, content: Buffer): Promise<void>
  /** Writes several in the same way; when one cannot be written, none remains after the next clean-up. */
  writeAll(files: { name: string; content: Buffer }[]): Promise<void>
  /** Copies a file in the same way; false when there is none. */
  copy(from: string, to: string): Promise<boolean>
  /** Whether the file exists; it then counts as new, so that a concurrent clean-up keeps it (media-cleanup.ts). */
  renew(name: string): Promise<boolean>
  /** Size in bytes and when the file last counted as new; `null` when it is not there. */
  stat(name: string): Promise<{ size: number; changedAt: Date } | null>
  read(name: string): Promise<Buffer | null>
  /** The file, or a part of it, as it comes; `size` is that of the whole file. */
  open(name: string, range?: ByteRange): Promise<{ size: number; stream: Readable } | null>
  /** The names of all files, page by page. */
  list(): AsyncIterable<string[]>
  remove(name: string): Promise<void>
}
