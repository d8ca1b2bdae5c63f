/*
 * Applies the stored theme and sign-in state before the first paint, as the document is the same for everybody. The
 * page waits for this script, so it imports nothing and is as short as possible; after hydration web/lib/theme.ts and
 * web/app/entry-client.tsx maintain both marks.
 */
try {
  const { theme, 'user.access': access } = localStorage
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (access) root.dataset.member = ''
} catch {
  // Storage is forbidden: a visitor with the system's theme.
}
/*
 * Fetches the application (document.tsx) after the first paint and the page's main picture, which on a slow connection
 * would have to share it with 100 kB of script. A member's page shows little without it, and a tab in the background is
 * not painted. The names are the function's own, for those of a classic script are everybody's.
 */
;(({ preloads = '', scripts = '' }: DOMStringMap) => {
  /** Milliseconds that the application waits for a picture at most. */
  const patience = 1000

  function add(name: 'link' | 'script', attributes: object): void {
    document.head.append(Object.assign(document.createElement(name), { fetchPriority: 'low', ...attributes }))
  }

  const listOf = (addresses: string) => addresses.split(' ').filter(Boolean)

  /** One in a turn: starting a request takes two milliseconds, and eight on a slow phone. */
  function preload([href, ...others]: string[]): void {
    if (href === undefined) return
    add('link', { rel: 'modulepreload', href })
    setTimeout(() => preload(others))
  }

  function fetchApplication(): void {
    for (const src of listOf(scripts)) add('script', { type: 'module', src, async: false })
    preload(listOf(preloads))
  }

  /** After the next paint of the page. */
  function afterPaint(then: () => void): void {
    requestAnimationFrame(() => setTimeout(then))
  }

  function afterMainPicture(): void {
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
    // A picture that cannot be shown is not waited for either.
    const shown = picture?.decode().catch(() => undefined)
    const late = new Promise(resolve => setTimeout(resolve, patience))
    void Promise.race([shown, late]).then(() => afterPaint(fetchApplication))
  }

  if ('member' in document.documentElement.dataset || document.hidden) fetchApplication()
  else afterPaint(afterMainPicture)
})(document.currentScript?.dataset ?? {})
