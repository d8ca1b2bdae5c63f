import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { StartupError } from '../config.ts'
import { AppError } from '../http/errors.ts'
import type { BucketAddress } from './bucket-address.ts'
import type { FileStore } from './file-store.ts'

/** Milliseconds for a response, retries included: a person waits for reads; writes are larger. */
const patience = { read: 4000, write: 20_000 }
/** Milliseconds without a byte after which a started download is given up. */
const stall = 10_000
/** Seconds after which refused callers may retry. */
const retryAfter = 5

const contentType = 'image/webp'

interface StorageError {
  name?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

/** Reports the storage's error without the request attached to it, which does not belong in a log. */
function reasonOf(error: unknown): string {
  const { name = '', message = '', $metadata } = error as StorageError
  return [name, $metadata?.httpStatusCode, message].filter(Boolean).join(' ')
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as StorageError
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket'
}

function unavailable(error: unknown): AppError {
  const refusal = new AppError(
    'UNAVAILABLE',
    'Хранилище снимков не отвечает. Попробуйте ещё раз.',
    undefined,
    retryAfter,
  )
  refusal.cause = new Error(reasonOf(error))
  return refusal
}

/** Keeps files in a bucket. A storage shows an object only when it is complete. */
export function bucketStore({ endpoint, region, bucket: Bucket, ...credentials }: BucketAddress) {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // The only form that every storage supports, also storages without a host name for each bucket.
    forcePathStyle: true,
    maxAttempts: 3,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 2000, socketTimeout: stall },
  })

  /** Throws UNAVAILABLE when there is no response in time; `null` for what does not exist. */
  async function ask<Answer>(ms: number, send: (abort: { abortSignal: AbortSignal }) => Promise<Answer>) {
    const abort = new AbortController()
    // Not AbortSignal.timeout: that would also cut off a stream which is still being read.
    const timer = setTimeout(() => abort.abort(), ms)
    try {
      return await send({ abortSignal: abort.signal })
    } catch (error) {
      if (isMissing(error)) return null
      throw unavailable(error)
    } finally {
      clearTimeout(timer)
    }
  }

  const store: FileStore = {
    async write(Key, Body) {
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentType: contentType })
      const stored = await ask(patience.write, abort => client.send(command, abort))
      if (!stored) throw unavailable(new Error('the bucket is not there'))
    },
    async writeAll(files) {
      await Promise.all(files.map(({ name, content }) => store.write(name, content)))
    },
    async copy(from, to) {
      const content = await store.read(from)
      if (content) await store.write(to, content)
      return content !== null
    },
    async renew(Key) {
      const command = new CopyObjectCommand({
        Bucket,
        Key,
        CopySource: `${Bucket}/${encodeURIComponent(Key)}`,
        // An object can be copied onto itself only when something about it changes.
        MetadataDirective: 'REPLACE',
        ContentType: contentType,
      })
      return (await ask(patience.write, abort => client.send(command, abort))) !== null
    },
    async stat(Key) {
      const found = await ask(patience.read, abort => client.send(new HeadObjectCommand({ Bucket, Key }), abort))
      return found && { size: found.ContentLength ?? 0, changedAt: found.LastModified ?? new Date() }
    },
    async read(Key) {
      return ask(patience.write, async abort => {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), abort)
        return Buffer.from((await Body?.transformToByteArray()) ?? [])
      })
    },
    async open(Key, range) {
      const part = range && { Range: `bytes=${range.start}-${range.end}` }
      const command = new GetObjectCommand({ Bucket, Key, ...part })
      const found = await ask(patience.read, abort => client.send(command, abort))
      if (!found) return null
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0)
      return { size, stream: found.Body as unknown as Readable }
    },
    // By the older of the two lists: a storage need not know the newer one, and ours is paged by names as well.
    async *list() {
      let Marker: string | undefined
      do {
        const command = new ListObjectsCommand({ Bucket, ...(Marker ? { Marker } : {}) })
        const page = await ask(patience.write, abort => client.send(command, abort))
        if (!page) throw unavailable(new Error('the bucket is not there'))
        const names = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        yield names
        Marker = page.IsTruncated ? names.at(-1) : undefined
      } while (Marker)
    },
    async remove(Key) {
      await ask(patience.write, abort => client.send(new DeleteObjectCommand({ Bucket, Key }), abort))
    },
  }

  /** Throws StartupError when the storage does not answer, has no such bucket or refuses the credentials. */
  async function check(): Promise<void> {
    try {
      const command = new HeadBucketCommand({ Bucket })
      await client.send(command, { abortSignal: AbortSignal.timeout(patience.write) })
    } catch (error) {
      throw new StartupError(`Хранилище снимков по адресу из MEDIA_URL не отвечает: ${reasonOf(error)}.`, {
        cause: error,
      })
    }
  }

  return { ...store, check }
}
