import { expect, hydrated, open, screens, settled, shiftLimit, test, watchShifts } from './fixtures.ts'

/** Bytes of all scripts and styles that a first visit to the screen loads. */
const budgets = {
  home: { js: 105_000, css: 20_000 },
  // With the filters, but without the schemas of forms, which are half as large again.
  category: { js: 135_000, css: 21_000 },
}
for (const [name, budget] of Object.entries(budgets))
  test(`${name}: script and styles are within their budget`, async ({ page, api }, testInfo) => {
    const sent: Record<keyof typeof budget, Map<string, number>> = { js: new Map(), css: new Map() }
    page.on('requestfinished', async request => {
      const kind = /\.(js|css)$/.exec(new URL(request.url()).pathname)?.[1]
      if (kind !== 'js' && kind !== 'css') return
      const response = await request.response()
      expect(response?.headers()['content-encoding'], request.url()).toBe('br')
      sent[kind].set(request.url(), Number(response?.headers()['content-length']))
    })
    await page.goto((await screens[name]?.(api)) ?? '')
    await settled(page)
    const sum = (sizes: Map<string, number>) => [...sizes.values()].reduce((total, size) => total + size, 0)
    const sums = { js: sum(sent.js), css: sum(sent.css) }
    testInfo.annotations.push({ type: 'bytes (brotli)', description: JSON.stringify(sums) })
    expect(sums.js).toBeGreaterThan(50_000)
    expect(sums.css).toBeGreaterThan(2_000)
    expect(sums.js).toBeLessThanOrEqual(budget.js)
    expect(sums.css).toBeLessThanOrEqual(budget.css)
  })

test('the application is fetched when the page and its main picture are there', async ({ page }) => {
  await open(page, '/')
  const { painted, pictureCame, asked } = await page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      pictureCame: files.find(({ name }) => name === picture?.currentSrc)?.responseEnd,
      asked: files.filter(({ name }) => /\/assets\/(?!before-paint).*\.js$/.test(name)).map(file => file.startTime),
    }
  })
  expect(asked.length).toBeGreaterThan(0)
  expect(painted).toBeGreaterThan(0)
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted ?? 0)
  expect(Math.min(...asked)).toBeGreaterThanOrEqual(pictureCame ?? Number.POSITIVE_INFINITY)
})

test('a main picture that does not come keeps nobody from the application', async ({ page, problems }) => {
  problems.allow(/plants-|net::ERR_FAILED/)
  await page.route(/\/assets\/plants-/, () => new Promise(() => {}))
  await page.goto('/', { waitUntil: 'commit' })
  await hydrated(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(/\/assets\/plants-/, route => route.abort())
  await page.goto('/')
  await hydrated(page)
})

// Phones and all other screens: accessibility.spec.ts, where they are open anyway.
for (const name of ['home', 'search results', 'category', 'product', 'company'])
  test(`${name} at 1280 px: no layout shift while it loads and is scrolled to the end`, async ({
    page,
    api,
  }, testInfo) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    const shift = await watchShifts(page)
    await page.goto((await screens[name]?.(api)) ?? '')
    await settled(page)
    // Scrolls by screens, so that all lazy content is loaded.
    await page.evaluate(async () => {
      for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
        scrollTo(0, top)
        await new Promise(requestAnimationFrame)
        await new Promise(requestAnimationFrame)
      }
    })
    await settled(page)
    testInfo.annotations.push({ type: 'layout shift', description: String(await shift()) })
    expect(await shift()).toBeLessThan(shiftLimit)
  })

for (const name of ['home', 'search results', 'category', 'product with pictures', 'company', 'company products'])
  test(`${name}: pictures have dimensions, several files and a small format, and load lazily below the fold`, async ({
    page,
    api,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open(page, (await screens[name]?.(api)) ?? '')
    const pictures = await page.locator('main img').evaluateAll(images =>
      (images as HTMLImageElement[]).map(image => ({
        src: image.src,
        srcset: image.srcset,
        hasBox:
          (image.hasAttribute('width') && image.hasAttribute('height')) ||
          getComputedStyle(image).aspectRatio !== 'auto',
        // A thumbnail is the smallest file, so it needs no srcset.
        isSmall: image.clientWidth <= 100 && image.src.endsWith('-320.webp'),
        isBelow: image.getBoundingClientRect().top > innerHeight,
        loading: image.loading,
        hasAlt: image.hasAttribute('alt'),
      })),
    )
    expect(pictures.length).toBeGreaterThan(0)
    for (const { src, srcset, hasBox, isSmall, isBelow, loading, hasAlt } of pictures) {
      expect.soft(src).toMatch(/\.(?:webp|avif)$/)
      expect.soft(isSmall || /\.(?:webp|avif) \d+w, .*\.(?:webp|avif) \d+w/.test(srcset), src).toBe(true)
      expect.soft({ src, hasBox, hasAlt }).toEqual({ src, hasBox: true, hasAlt: true })
      if (isBelow) expect.soft({ src, loading }).toEqual({ src, loading: 'lazy' })
    }
  })

test('files and pictures are cached forever, pages and responses are revalidated', async ({ page, request }) => {
  const answers = new Map<string, string>()
  page.on('response', response => {
    const { pathname } = new URL(response.url())
    const { 'cache-control': cacheControl = '', 'content-type': type } = response.headers()
    // A WebP that stands in for an AVIF that is being made.
    if (pathname.endsWith('.avif') && type === 'image/webp' && cacheControl === 'no-store') return
    answers.set(pathname, cacheControl)
  })
  const madeOfMedia = async () => {
    await page.reload()
    await settled(page)
    return [...answers.keys()].some(path => /^\/media\/.*\.avif$/.test(path))
  }
  await page.goto('/')
  await settled(page)
  await expect.poll(madeOfMedia, { timeout: 30_000 }).toBe(true)
  const files = [...answers].filter(([path]) => /^\/(?:assets|media)\//.test(path))
  for (const kind of [/^\/assets\/.*\.js$/, /^\/assets\/.*\.css$/, /^\/assets\/.*\.woff2$/, /^\/media\/.*\.avif$/])
    expect(
      files.some(([path]) => kind.test(path)),
      String(kind),
    ).toBe(true)
  for (const [path, cacheControl] of files)
    expect.soft(`${path} ${cacheControl}`).toMatch(/max-age=31536000.*immutable/)
  for (const path of ['/', '/api/products/latest/']) {
    const { etag = '', 'cache-control': cacheControl } = (await request.get(path)).headers()
    expect(cacheControl).toMatch(/max-age=0|no-cache/)
    expect((await request.get(path, { headers: { 'if-none-match': etag } })).status()).toBe(304)
  }
})

for (const [name, address] of Object.entries(screens))
  test(`${name}: a strict content security policy, and no inline script`, async ({ api, request }) => {
    const response = await request.get(await address(api))
    const policy = response.headers()['content-security-policy'] ?? ''
    const directives = new Map(policy.split(';').map(part => part.trim().split(/\s+(.*)/, 2) as [string, string]))
    expect(directives.get('default-src')).toBe("'self'")
    expect(directives.get('script-src')).toBe("'self'")
    expect(directives.get('object-src')).toBe("'none'")
    expect(directives.get('frame-ancestors')).toBe("'none'")
    expect(directives.get('base-uri')).toMatch(/'(?:self|none)'/)
    expect(response.headers()['x-content-type-options']).toBe('nosniff')
    const html = await response.text()
    const inline = [...html.matchAll(/<script\b([^>]*)>/g)]
      .map(([, attributes = '']) => attributes)
      .filter(attributes => !/\ssrc=/.test(attributes))
    for (const attributes of inline) expect(attributes).toMatch(/type="application\/(?:ld\+)?json"/)
    expect(html).not.toMatch(/<[^>]*\son[a-z]+=["']/)
    expect(html).not.toMatch(/<style\b/)
  })
