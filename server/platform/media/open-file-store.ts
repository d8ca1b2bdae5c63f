import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

/** The files of this installation. Throws StartupError when they lie in a bucket that cannot be opened. */
export async function openFileStore({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<FileStore> {
  if (!bucket) return folderStore(join(dataDir, 'media'))
  // Only where it is needed: the client takes a good part of a start.
  const { bucketStore } = await import('./bucket-store.ts')
  const store = bucketStore(bucket)
  await store.check()
  return store
}
