/** Letters of an address: no link of the site comes near, and whatever is longer leads nowhere. */
const longest = 8192

/** Steps upwards, backslashes, control characters and ends of lines: no file, page or call has them in its path. */
const outlandish = /(?:^|\/)\.\.(?:\/|$)|[\\\p{Cc}\u2028\u2029]/u

/** Whether anything at all can be at an address that a request names. */
export function isPossible(address: string): boolean {
  // A proxy's way of asking names the site before the path.
  if (address.length > longest || !address.startsWith('/')) return false
  const [path = ''] = address.split('?', 1)
  try {
    return !outlandish.test(decodeURIComponent(path))
  } catch {
    // Answered where it is noticed (frameworkErrors in app.ts).
    return true
  }
}
