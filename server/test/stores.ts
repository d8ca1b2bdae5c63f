import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { bucketStore } from '#server/platform/media/bucket-store.ts'
import type { FileStore } from '#server/platform/media/file-store.ts'
import { folderStore } from '#server/platform/media/folder-store.ts'

/** A file store, with direct access for tests. */
export interface TestStore {
  files: FileStore
  /** The environment of a server that uses this store. */
  env: Record<string, string>
  names(): string[]
  /** Sets a file's modification time. */
  age(name: string, changedAt: Date): void
  close(): Promise<void>
}

const temporary = () => mkdtempSync(join(tmpdir(), 'dendro-store-'))
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))

export async function testFolder(): Promise<TestStore> {
  const folder = temporary()
  return {
    files: folderStore(folder),
    env: {},
    names: () => filesBelow(folder),
    age: (name, changedAt) => utimesSync(join(folder, name), changedAt, changedAt),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

const bucket = 'dendro-media'
/** The name of an object's data file; its metadata is beside it. */
const content = '._S3rver_object'

/** A bucket on a local S3 server. */
export async function testBucket(): Promise<TestStore> {
  const directory = temporary()
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    files: bucketStore({ endpoint: `http://127.0.0.1:${port}`, bucket, region: 'us-east-1', ...credentials }),
    env: { MEDIA_URL: `s3://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?tls=0` },
    names: () =>
      filesBelow(join(directory, bucket)).flatMap(name =>
        name.endsWith(content) ? name.slice(0, -content.length) : [],
      ),
    age: (name, changedAt) => utimesSync(join(directory, bucket, name + content), changedAt, changedAt),
    close: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** For tests that hold for every kind of store. */
export const eachStore = [
  ['a folder', testFolder],
  ['a bucket', testBucket],
] as const
