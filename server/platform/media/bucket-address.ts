/** A bucket of an S3-compatible storage and its credentials. */
export interface BucketAddress {
  /** `https://storage.example:9000` */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/

/**
 * Reads `s3://KEY:SECRET@host:port/bucket?region=…&tls=0`; key and secret percent-encode the characters that are
 * special in a URL. `null` for anything else.
 */
export function readBucketAddress(text: string): BucketAddress | null {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || !url.hostname || !url.username || !url.password || url.hash) return null
  const bucket = url.pathname.slice(1)
  const { region = 'us-east-1', tls = '1', ...others } = Object.fromEntries(url.searchParams)
  if (!bucketName.test(bucket) || !region || Object.keys(others).length > 0 || (tls !== '0' && tls !== '1')) return null
  try {
    const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
    return { endpoint: `http${tls === '0' ? '' : 's'}://${url.host}`, bucket, region, accessKeyId, secretAccessKey }
  } catch {
    // A per cent sign that encodes nothing.
    return null
  }
}
