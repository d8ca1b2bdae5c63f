/** Where a product's video is: on YouTube, which can be embedded, or elsewhere, which is only linked to. */
export type Video =
  | { kind: 'youtube'; url: string; embedUrl: string }
  | { kind: 'elsewhere'; url: string; host: string }

const youtubeHosts = new Set(['youtube.com', 'youtube-nocookie.com', 'youtu.be'])
const pathPrefixes = /^\/(?:embed|shorts|live|v)\/([^/]+)/
const videoId = /^[\w-]{6,64}$/

function youtubeId(url: URL, host: string): string | undefined {
  if (host === 'youtu.be') return url.pathname.slice(1).split('/')[0]
  return url.pathname === '/watch' ? (url.searchParams.get('v') ?? undefined) : pathPrefixes.exec(url.pathname)?.[1]
}

/** Seconds from `90`, `90s` or `1h2m3s`. */
function startSeconds(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

/** `null` if the text is not a web address: then there is nothing to show. */
export function parseVideoLink(text: string): Video | null {
  const url = URL.parse(text.trim())
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const host = url.hostname.replace(/^(?:www|m|music)\./, '')
  const id = youtubeHosts.has(host) ? youtubeId(url, host) : undefined
  if (!id || !videoId.test(id)) return { kind: 'elsewhere', url: url.href, host }
  const start = startSeconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
  const embed = new URL(`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0`)
  if (start > 0) embed.searchParams.set('start', String(start))
  return { kind: 'youtube', url: url.href, embedUrl: embed.href }
}
