/**
 * The cookie that identifies a browser in which somebody has signed in before. It does not sign anybody in. With `__Host-`
 * browsers take it from this host alone, over https.
 */
const nameAt = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-dendro_device' : 'dendro_device')
const seconds = 365 * 24 * 60 * 60

/** The device's key in a Cookie header; `null` if there is none. */
export function deviceKeyIn(cookies: string | undefined, publicUrl: string): string | null {
  return new RegExp(`(?:^|;)\\s*${nameAt(publicUrl)}=([\\w-]{43})\\s*(?:;|$)`).exec(cookies ?? '')?.[1] ?? null
}

/** The Set-Cookie header that keeps the key for a year, inaccessible to scripts and other sites. */
export function deviceCookie(key: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${nameAt(publicUrl)}=${key}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`
}
