const picturePath = /^\/media\/([0-9a-f]{2}\/[0-9a-f]{32})-\d{1,4}\.webp$/

/** The key of a stored picture by its path; `null` for any other address. */
export const keyOfPath = (path: string): string | null => picturePath.exec(path)?.[1] ?? null

export const pathOfKey = (key: string, width: number): string => `/media/${key}-${width}.webp`

/** No real address is longer. */
const maxLength = 2000

/**
 * Where a link in a text may lead: a path of the site, an http(s) or a mailto address. `null` for anything else, above
 * all for `javascript:` and similar schemes, also with characters in them that browsers ignore.
 */
export function readHref(address: string): { href: string; isOwn: boolean } | null {
  if (address.length > maxLength || /[\p{Cc}\s\\]/u.test(address)) return null
  if (/^\/(?!\/)/.test(address)) return { href: address, isOwn: true }
  if (!/^(?:https?:\/\/[^/?#]|mailto:.)/i.test(address) || !URL.canParse(address)) return null
  return { href: address, isOwn: false }
}

/** Texts are stored with paths, so that they stay valid when the site moves. */
export const withPaths = (text: string, publicUrl: string): string => text.replaceAll(`](${publicUrl}/`, '](/')
