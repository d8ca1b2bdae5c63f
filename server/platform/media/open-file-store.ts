import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

/** The file store of this installation. Throws StartupError if it is a bucket that cannot be opened. */
export async function openFileStore({ bucket, dataDir }: Pick<Config, 'bucket' | 'dataDir'>): Promise<FileStore> {
  if (!bucket) return folderStore(join(dataDir, 'media'))
  // Loaded only if needed: the client takes much of the start-up time.
  const { bucketStore } = await import('./bucket-store.ts')
  const store = bucketStore(bucket)
  await store.check()
  return store
}
