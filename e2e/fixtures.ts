import { type BrowserContext, test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import type { Product } from '#contract/products.ts'
import { type Api, createApi } from '#web/lib/api.ts'

export { expect, type Locator, type Page }

/** Problems in the browser during a test. At its end, all must have been allowed by the test. */
class Problems {
  readonly found: string[] = []
  readonly #allowed: RegExp[] = []

  /** Allows problems that match, because they are part of the test. */
  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  get unexpected(): string[] {
    return this.found.filter(problem => !this.#allowed.some(pattern => pattern.test(problem)))
  }
}

interface Fixtures {
  problems: Problems
  /** The API, called directly, for comparison with the screens. */
  api: Api
}

/** Requests without a complete answer. */
const underway = new WeakMap<BrowserContext, Set<Request>>()

function watchRequests(context: BrowserContext): void {
  const requests = new Set<Request>()
  underway.set(context, requests)
  context.on('request', request => {
    // The stream of events never ends.
    if (new URL(request.url()).pathname !== '/api/events/') requests.add(request)
  })
  context.on('requestfinished', request => requests.delete(request))
  context.on('requestfailed', request => requests.delete(request))
}

/**
 * Waits until the page has loaded everything that it asks for by itself: twice in turn no request is under way, and the
 * browser has nothing to do. Unlike Playwright's «networkidle» it does not wait for half a second without requests.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  // Asked for after the first paint (web/app/before-paint.ts).
  await page.waitForFunction(
    () => !document.querySelector('script[data-scripts]') || document.querySelector('script[type="module"]'),
  )
  const requests = underway.get(page.context()) ?? new Set()
  for (let quiet = 0; quiet < 2; quiet = requests.size > 0 ? 0 : quiet + 1) {
    await expect.poll(() => requests.size, { intervals: [20] }).toBe(0)
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise(resolve => requestAnimationFrame(resolve))
      await new Promise(resolve => requestIdleCallback(resolve))
    })
  }
}

export const test = base.extend<Fixtures>({
  problems: [
    async ({ context, baseURL }, use) => {
      watchRequests(context)
      const problems = new Problems()
      const origin = new URL(baseURL ?? '').origin
      const isOwn = (url: string) => !/^https?:/.test(url) || new URL(url).origin === origin
      context.on('console', message => {
        if (message.text() === 'Service Worker registration blocked by Playwright') return
        if (message.type() === 'error' || message.type() === 'warning')
          problems.found.push(`console ${message.type()}: ${message.text()}`)
      })
      context.on('weberror', error => problems.found.push(`page error: ${error.error().stack}`))
      context.on('request', request => {
        if (!isOwn(request.url())) problems.found.push(`external request: ${request.url()}`)
      })
      context.on('requestfailed', request => {
        const reason = request.failure()?.errorText
        // Cancelled by the page itself, such as a picture still loading during navigation.
        if (reason !== 'net::ERR_ABORTED') problems.found.push(`request failed: ${request.url()} ${reason}`)
      })
      context.on('response', response => {
        if (response.status() >= 400) problems.found.push(`status ${response.status()}: ${response.url()}`)
      })
      await use(problems)
      expect(problems.unexpected, 'problems in the browser').toEqual([])
    },
    { auto: true },
  ],
  api: async ({ baseURL }, use) => {
    await use(createApi((path, init) => fetch(`${baseURL}${path}`, init)))
  },
})

/** A phone: narrow, with touch and without hover. */
export const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

/** An unknown address: the document's own 404, which Chromium also writes to the console. */
export const notFound = /^(?:status 404|console error: Failed to load resource: .* 404)/

/**
 * Waits until React handles events: first it hydrates the server's nodes, in turns, the document's and then those of each
 * boundary within it, and until the last of them is done a click on a link may be the browser's own. React itself has no
 * other sign of it than the states of its nodes.
 */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      interface Node {
        memoizedState: { isDehydrated?: boolean; dehydrated?: unknown } | null
        child: Node | null
        sibling: Node | null
      }
      const key = Object.keys(document).find(name => name.startsWith('__reactContainer'))
      const root = key && (document as unknown as Record<string, { stateNode: { current: Node } }>)[key]
      if (!root) return false
      const left: Node[] = [root.stateNode.current]
      for (let node = left.pop(); node; node = left.pop()) {
        if (node.memoizedState?.isDehydrated || node.memoizedState?.dehydrated) return false
        if (node.child) left.push(node.child)
        if (node.sibling) left.push(node.sibling)
      }
      return true
    },
    null,
    // If scripts do not start at all, tests should not wait for their full timeout.
    { timeout: 10_000 },
  )
}

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Sets a mark in the page's memory, which a reload deletes; returns a function that checks it. */
export async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { mark: true }))
  return () => page.evaluate(() => 'mark' in window)
}

/** Layout shifts below it cannot be seen: less than a pixel of a line of text. */
export const shiftLimit = 0.001

/** Sums layout shifts from the first byte on, except those that follow a person's action. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const state = Object.assign(window, { shift: 0 })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) state.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shift: number }).shift)
}

/** Text with all white space, including non-breaking spaces, as single spaces. */
export const seen = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()

/** A product's card in any grid of the page. */
export const card = (page: Page | Locator, name: string) => page.getByRole('article', { name, exact: true })

/** The prices in a grid in rubles; `null` for «Цена по запросу». */
export async function shownPrices(page: Page): Promise<(number | null)[]> {
  const texts = await page
    .getByRole('article')
    .getByText(/₽$|^Цена по запросу$/)
    .allTextContents()
  return texts.map(text => (/\d/.test(text) ? Number(text.replace(/[^\d,]/g, '').replace(',', '.')) : null))
}

const found = new Map<string, Promise<Product>>()

/** The number of demonstration companies; companies made by tests have higher ids. */
const lastDemoCompany = 12

/** The newest product of the demonstration set that matches; searched once per worker. */
export function findProduct(api: Api, what: string, matches: (product: Product) => boolean): Promise<Product> {
  async function search(): Promise<Product> {
    for (let page = 1; ; page++) {
      const { results, next } = await api.call('GET /products/', { query: { page, page_size: 100 } })
      for (const { category, slug, team } of results) {
        if (team.id > lastDemoCompany) continue
        const params = { category_slug: category.slug, product_slug: slug }
        const product = await api.call('GET /products/:category_slug/:product_slug/', { params })
        if (matches(product)) return product
      }
      if (!next) throw new Error(`no product ${what}`)
    }
  }
  const result = found.get(what) ?? search()
  found.set(what, result)
  return result
}

export const withPictures = (api: Api) => findProduct(api, 'with three pictures', product => product.images.length >= 3)
export const withVideo = (api: Api) => findProduct(api, 'with a video', product => product.video_link !== '')
/** A product with nearly all data, so that its screen has every table, grid and button. */
export const complete = (api: Api) =>
  findProduct(
    api,
    'with everything',
    product =>
      product.images.length > 1 &&
      product.price !== null &&
      product.description !== '' &&
      product.winter_hardiness !== null &&
      product.rsp_measure !== null &&
      product.s_height_from !== null,
  )

/** Escapes a text for a regular expression. */
export const literal = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** An article of the product, and one of its sections with a picture and a table. */
export const article = { slug: 'kak-chitat-prays-pitomnika', withTable: 'korni-i-upakovka' }

/** All public screens with functions that return their addresses. */
export const screens: Record<string, (api: Api) => string | Promise<string>> = {
  home: () => '/',
  'search results': () => `/?${new URLSearchParams({ search: 'сосна' })}`,
  'empty search': () => `/?${new URLSearchParams({ search: 'абракадабра' })}`,
  category: () => '/products/hvoynye',
  'filtered category': () =>
    `/products/hvoynye?${new URLSearchParams({ search: 'туя', price_from: '500', zone: '4' })}`,
  'empty category': () => '/products/hvoynye?price_from=99999999',
  product: async api => (await complete(api)).get_absolute_url,
  'product with pictures': async api => (await withPictures(api)).get_absolute_url,
  'product with a video': async api => (await withVideo(api)).get_absolute_url,
  company: async api => `/teams/get_current_team/${(await complete(api)).team.id}`,
  'company products': async api => `/products/teamproductslist/${(await complete(api)).team.id}`,
  'company price list': async api => `/teams/get_current_team/${(await complete(api)).team.id}/price-list`,
  offers: () => '/offers',
  'offers for a corrected search': () =>
    `/offers?${new URLSearchParams({ search: '40 шт тюя смарагт', zone: '5', ordering: 'price' })}`,
  'no offers': () => `/offers?${new URLSearchParams({ search: 'липа мелколистная 18-20', price_to: '1' })}`,
  plants: () => '/plants?with_offers=1',
  'offered plant': () => '/plants/tilia-cordata-greenspire',
  'offers by distance': () => '/plants/tilia-cordata-greenspire?place=480060&ordering=distance&within=1000',
  'all offers by distance': () => '/offers?place=480060&ordering=distance&within=1000',
  'compared offers': async api => {
    const { results } = await api.call('GET /offers/', { query: { search: 'липа', page_size: 3, place: '480060' } })
    return `/compare?${results.map(({ variant }) => `offer=${variant.id}`).join('&')}&place=480060`
  },
  'compared plants': () => '/compare?plant=tilia-cordata-greenspire&plant=thuja-occidentalis-smaragd',
  'nothing compared': () => '/compare',
  'new project': () => '/projects/new',
  'checking a price list': () => '/price-list',
  help: () => '/help',
  about: () => '/about',
  contact: () => '/contact',
  login: () => '/login',
  'confirming offers': () => '/confirm-offers?token=odd',
  unsubscribing: () => '/unsubscribe?token=odd',
  publications: () => '/publications',
  article: () => `/publications/${article.slug}`,
  'section of an article': () => `/publications/${article.slug}?section=${article.withTable}`,
  'not found': () => '/net-takoy',
}

export const widths = [360, 1280]
