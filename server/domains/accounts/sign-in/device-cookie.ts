/** The cookie that identifies a browser in which somebody has signed in before. It does not sign anybody in. */
const name = 'dendro_device'
const seconds = 365 * 24 * 60 * 60

/** The device's key in a Cookie header; `null` if there is none. */
export function deviceKeyIn(cookies: string | undefined): string | null {
  return new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`).exec(cookies ?? '')?.[1] ?? null
}

/** The Set-Cookie header that keeps the key for a year, inaccessible to scripts and other sites. */
export function deviceCookie(key: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${name}=${key}; Max-Age=${seconds}; Path=/api; HttpOnly; SameSite=Strict${secure}`
}
