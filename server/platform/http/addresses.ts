/** Longest URL, in characters: no link of the site comes near it. */
const longest = 8192

export const isTooLong = (address: string): boolean => address.length > longest

/** Parent segments, backslashes, control characters and line ends: no file, page or call has them in its path. */
const outlandish = /(?:^|\/)\.\.(?:\/|$)|[\\\p{Cc}\u2028\u2029]/u

/** Whether the URL of a request can lead anywhere at all. */
export function isPossible(address: string): boolean {
  // A request in absolute form, as sent to a proxy, names the site before the path.
  if (isTooLong(address) || !address.startsWith('/')) return false
  const [path = ''] = address.split('?', 1)
  try {
    return !outlandish.test(decodeURIComponent(path))
  } catch {
    // Answered where it is detected (frameworkErrors in app.ts).
    return true
  }
}
