/**
 * How calm the screens are: opens every screen (visitors' ones, those of signed-in people and the admin) of a running
 * demonstration with a cold cache on a slow phone's connection and processor, and reports layout shifts, overflow, small
 * targets, the largest element, pictures larger than shown, and for how long a page is blocked (a figure of the whole
 * machine: `--workers 1`).
 *
 *   STAFF_EMAILS=kurbatova@verey-kosogor.example STAFF_SECOND_FACTOR=optional RATE_LIMITS=off npm start
 *   npm run bench:screens -- http://127.0.0.1:3000 [--widths 360,1280] [--only 'home|feed'] [--json file]
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { type Api, createApi } from '#web/lib/api.ts'
import { screens as visitorScreens } from '../e2e/fixtures.ts'
import { findChromium } from '../scripts/find-chromium.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: 'string', default: '360,412,768,1280' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
    cpu: { type: 'string', default: '4' },
    workers: { type: 'string', default: '3' },
  },
})
const origin = positionals[0] ?? 'http://127.0.0.1:3000'
const widths = options.widths.split(',').map(Number)
const only = new RegExp(options.only)

/** Lighthouse's slow connection of the fourth generation. */
const slowConnection = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
/** The pixels of a phone, of a tablet and of a desk. */
const densityOf = (width: number) => (width < 700 ? 2 : 1)

const api = createApi((path, init) => fetch(origin + path, init))

interface Account {
  own: Api
  stored: Record<string, string>
}

async function signIn(email: string): Promise<Account> {
  const { access, refresh } = await api.call('POST /login/', { body: { email, password: 'tri-lipy-u-kalitki' } })
  const own = createApi((path, init) =>
    fetch(origin + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${access}` } }),
  )
  const { id, name, avatar } = await own.call('GET /me/')
  const user = { access, refresh, id, name, email, avatar }
  const team = await own.call('GET /teams/get_my_team/')
  return {
    own,
    stored: {
      ...Object.fromEntries(Object.entries(user).map(([key, value]) => [`user.${key}`, value])),
      ...(team ? { 'team.id': String(team.id), 'team.company_name': team.company_name } : {}),
    },
  }
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** Gives the demonstration's people a project, a request, a quote, a deal and a saved search unless they have them. */
async function makeTrade(buyer: Api, seller: Api): Promise<{ project: string; request: string; deal: string }> {
  const [known] = (await buyer.call('GET /deals/')).results
  if (known) {
    const request = (await buyer.call('GET /requests/')).results[0]?.id ?? ''
    const project = (await buyer.call('GET /projects/')).results[0]?.id ?? ''
    return { project, request, deal: known.id }
  }
  const text = ['Деревья', 'Липа мелколистная Greenspire, обхват 18-20 — 40 шт', 'Туя западная Smaragd 80-100 — 120 шт']
  const project = await buyer.call('POST /projects/', { body: { name: 'Сквер у пруда', text: text.join('\n') } })
  const team = await seller.call('GET /teams/get_my_team/')
  const request = await buyer.call('POST /requests/', {
    body: { project: project.id, lines: [], regions: [], companies: [team?.id ?? 0], deadline: inDays(5) },
  })
  const quote = await seller.call('POST /requests/:id/quote/', {
    params: { id: request.id },
    body: {
      lines: request.lines.map(({ id }) => ({ line: id, price: 900.5, quantity: 40 })),
      valid_until: inDays(20).slice(0, 10),
    },
  })
  const [deal] = await buyer.call('POST /requests/:id/award/', {
    params: { id: request.id },
    body: { choices: request.lines.slice(0, 1).map(({ id }) => ({ line: id, quote: quote.id })) },
  })
  return { project: project.id, request: request.id, deal: deal?.id ?? '' }
}

interface Screen {
  name: string
  path: string
  account: Account | null
}

async function allScreens(): Promise<Screen[]> {
  const [buyer, seller, staff] = await Promise.all([
    signIn('anna@demo.dendro.example'),
    signIn('malakhov@verey-kosogor.example'),
    signIn('kurbatova@verey-kosogor.example'),
  ])
  const { project, request, deal } = await makeTrade(buyer.own, seller.own)
  const [product] = await seller.own.call('GET /products/my_products/')
  const [conversation] = await buyer.own.call('GET /chat/')
  const { results: posts } = await buyer.own.call('GET /posts/')
  const me = (account: Account) => account.stored['user.id']
  const screens: Screen[] = []
  for (const [name, address] of Object.entries(visitorScreens))
    screens.push({ name, path: await address(api), account: null })
  const add = (account: Account, who: string, paths: string[]) => {
    for (const path of paths)
      screens.push({ name: `${who} ${path.replaceAll(/[0-9a-f-]{36}|\b\d+\b/g, '…')}`, path, account })
  }
  add(buyer, 'member', [
    '/',
    '/feed',
    `/post/${posts[0]?.id}`,
    '/search?q=липа',
    '/chat',
    `/chat?with=${conversation?.id}`,
    '/notifications',
    `/profile/${me(buyer)}`,
    `/profile/${me(buyer)}/friends`,
    '/profile/edit',
    '/profile/edit/password',
    '/saved-searches',
    '/projects',
    `/projects/${project}`,
    `/projects/${project}/request`,
    '/requests',
    `/requests/${request}`,
    `/requests/${request}/compare`,
    '/deals',
    '/deals?view=agenda',
    `/deals/${deal}`,
    '/teams/add-team',
  ])
  add(seller, 'seller', [
    '/incoming',
    `/incoming/${request}`,
    '/products/create',
    `${product?.get_absolute_url.replace(/^\//, '/products/')}/edit`,
    '/products/my_products',
    '/products/my_products/photos',
    '/price-list',
    '/teams/edit-team',
    '/teams/add-member',
    '/teams/team',
    '/teams/statistics',
  ])
  add(staff, 'staff', [
    '/staff',
    '/staff/listings',
    '/staff/reports',
    '/staff/directory',
    '/staff/publications',
    '/staff/people',
    '/staff/journal',
  ])
  return screens.filter(({ name }) => only.test(name))
}

interface Shift {
  value: number
  sources: string[]
}
interface Marks {
  shifts: Shift[]
  largest: { what: string; isLazy: boolean; time: number } | null
  /** What tasks after the first paint take beyond 50 ms each, in all (total blocking time). */
  blocked: number
}

/** Milliseconds that a page may be blocked while it arrives. */
const blockedAtMost = 200

/** Runs in the page before anything else. */
function watch(): void {
  const describe = (node: Node | null | undefined) => {
    const element = node instanceof Element ? node : node?.parentElement
    if (!element) return '(gone)'
    const name = element.tagName.toLowerCase() + (element.id ? `#${element.id}` : '')
    return `${name}.${element.className.toString().slice(0, 60)} «${(element.textContent ?? '').trim().slice(0, 30)}»`
  }
  const marks: Marks = Object.assign(window, { marks: { shifts: [], largest: null, blocked: 0 } }).marks
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    })[]) {
      if (entry.hadRecentInput) continue
      const box = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
      marks.shifts.push({
        value: entry.value,
        sources: entry.sources.map(
          source => `${describe(source.node)} [${box(source.previousRect)}] → [${box(source.currentRect)}]`,
        ),
      })
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element: Element | null })[])
      marks.largest = {
        what: describe(entry.element),
        isLazy: entry.element instanceof HTMLImageElement && entry.element.loading === 'lazy',
        time: Math.round(entry.startTime),
      }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY
    for (const { startTime, duration } of list.getEntries())
      if (startTime >= painted) marks.blocked += Math.round(duration - 50)
  }).observe({ type: 'longtask', buffered: true })
}

interface PictureUse {
  name: string
  shown: number
  file: number
  bytes: number
  wasted: number
}

interface Measured {
  screen: string
  width: number
  cls: number
  shifts: Shift[]
  largest: Marks['largest']
  blocked: number
  pictures: PictureUse[]
  overflow: string[]
  overflow320: string[]
  small: string[]
  elements: number
}

/** Elements that stick out of the window sideways, unless something inside the window scrolls or cuts them. */
function overflowing(): string[] {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return []
  const isCut = (element: Element) => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible' && box.getBoundingClientRect().right <= width + 1) return true
    return false
  }
  return [...document.querySelectorAll('body *')]
    .filter(element => element.getBoundingClientRect().right > width + 1 && !isCut(element))
    .map(
      element =>
        `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 50)} ${Math.round(element.getBoundingClientRect().right)}`,
    )
    .slice(0, 5)
}

/** Main actions below 44 px, and others below 24 px in height or width. Links in running text are as high as it. */
function smallTargets(): string[] {
  const found: string[] = []
  for (const element of document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=button]')) {
    // A control can be hit on its label as well.
    const boxes = [element, element.closest('label'), ...((element as HTMLInputElement).labels ?? [])].flatMap(
      box => box?.getBoundingClientRect() ?? [],
    )
    const [width, height] = [Math.max(...boxes.map(box => box.width)), Math.max(...boxes.map(box => box.height))]
    const style = getComputedStyle(element)
    if (width === 0 || height === 0 || style.visibility === 'hidden' || element.closest('.sr-only, [aria-hidden=true]'))
      continue
    if (element.matches('.sr-only') || style.clipPath !== 'none') continue
    const isMain = element.matches('.bg-accent')
    const least = isMain ? 44 : 24
    if (height >= least - 0.5 && width >= least - 0.5) continue
    const inText =
      style.display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(node => node.nodeType === 3 && node.textContent?.trim())
    if (inText) continue
    // A link stretched over its card.
    if (element.matches('.stretched')) continue
    found.push(
      `${isMain ? 'main ' : ''}${element.tagName.toLowerCase()} ${Math.round(width)}×${Math.round(height)} «${(element.textContent ?? '').trim().slice(0, 25)}»`,
    )
  }
  return found
}

async function quiet(page: Page, underway: Set<unknown>): Promise<void> {
  await page.waitForLoadState('load')
  for (let calm = 0; calm < 3; calm = underway.size > 0 ? 0 : calm + 1)
    await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise(resolve => setTimeout(resolve, 100))
      await new Promise(resolve => requestIdleCallback(resolve))
    })
}

async function measure(context: BrowserContext, screen: Screen, width: number): Promise<Measured> {
  const page = await context.newPage()
  const underway = new Set<unknown>()
  page.on('request', request => !request.url().includes('/api/events') && underway.add(request))
  page.on('requestfinished', request => underway.delete(request))
  page.on('requestfailed', request => underway.delete(request))
  await page.addInitScript(watch)
  if (screen.account) {
    await page.route('**/healthz', route => route.fulfill({ contentType: 'text/html', body: '<title></title>' }))
    await page.goto(`${origin}/healthz`)
    await page.evaluate(values => Object.assign(localStorage, values), screen.account.stored)
  }
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await devtools.send('Network.emulateNetworkConditions', slowConnection)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(options.cpu) })
  await page.goto(origin + screen.path)
  await quiet(page, underway)
  // Of the first view: what is scrolled to counts as painted too.
  const { largest, blocked } = await page.evaluate(() => (window as unknown as { marks: Marks }).marks)
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
    }
  })
  await quiet(page, underway)
  const { shifts } = await page.evaluate(() => (window as unknown as { marks: Marks }).marks)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const pictures = await page.evaluate(() => {
    const sizes = new Map(
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(entry => [
        entry.name,
        entry.encodedBodySize,
      ]),
    )
    return [...document.images]
      .filter(image => image.clientWidth > 0 && /-\d+\.\w+$/.test(image.currentSrc))
      .map(image => {
        const file = Number(/-(\d+)\.\w+$/.exec(image.currentSrc)?.[1])
        const shown = Math.round(image.clientWidth * devicePixelRatio)
        const bytes = sizes.get(image.currentSrc) ?? 0
        const wasted = Math.round(bytes * Math.max(0, 1 - (shown / file) ** 2))
        return { name: new URL(image.currentSrc).pathname.slice(-24), shown, file, bytes, wasted }
      })
  })
  const overflow = await page.evaluate(overflowing)
  const small = await page.evaluate(smallTargets)
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  let overflow320: string[] = []
  if (width === widths[0]) {
    await page.setViewportSize({ width: 320, height: 740 })
    await page.evaluate(() => new Promise(requestAnimationFrame))
    overflow320 = await page.evaluate(overflowing)
  }
  await page.close()
  const cls = shifts.reduce((sum, { value }) => sum + value, 0)
  return { screen: screen.name, width, cls, shifts, largest, blocked, pictures, overflow, overflow320, small, elements }
}

async function measureFresh(browser: Browser, screen: Screen, width: number): Promise<Measured> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    serviceWorkers: 'block',
    viewport: { width, height: width < 700 ? 740 : 800 },
    deviceScaleFactor: densityOf(width),
  })
  try {
    return await measure(context, screen, width)
  } finally {
    await context.close()
  }
}

const kilobytes = (bytes: number) => Math.round(bytes / 1000)

function report(all: Measured[]): void {
  for (const { screen, width, cls, shifts, largest, blocked, pictures, overflow, overflow320, small } of all) {
    const lines: string[] = []
    if (cls > 0.001) {
      lines.push(`CLS ${cls.toFixed(3)}`)
      for (const shift of shifts) lines.push(`  ${shift.value.toFixed(4)} ${shift.sources.join('\n         ')}`)
    }
    if (overflow.length > 0) lines.push(`overflow: ${overflow.join(' | ')}`)
    if (overflow320.length > 0) lines.push(`overflow at 320: ${overflow320.join(' | ')}`)
    if (small.length > 0) lines.push(`small: ${[...new Set(small)].slice(0, 8).join(' | ')}`)
    if (blocked > blockedAtMost) lines.push(`blocked for ${blocked} ms`)
    if (largest?.isLazy) lines.push(`largest is lazy: ${largest.what}`)
    const wasted = pictures.reduce((sum, picture) => sum + picture.wasted, 0)
    if (wasted > 10_000)
      lines.push(
        `pictures: ${kilobytes(wasted)} of ${kilobytes(pictures.reduce((sum, { bytes }) => sum + bytes, 0))} kB too much`,
      )
    if (lines.length > 0) console.log(`${screen} at ${width}\n  ${lines.join('\n  ')}`)
  }
  const count = (matches: (measured: Measured) => boolean) => all.filter(matches).length
  console.log(`
pages ${all.length}
with layout shifts above 0.001  ${count(({ cls }) => cls > 0.001)}, above 0.1  ${count(({ cls }) => cls > 0.1)}, largest ${Math.max(...all.map(({ cls }) => cls)).toFixed(3)}
with overflow ${count(({ overflow }) => overflow.length > 0)}, at 320 ${count(({ overflow320 }) => overflow320.length > 0)}
with small targets ${count(({ small }) => small.length > 0)}
blocked for more than ${blockedAtMost} ms ${count(({ blocked }) => blocked > blockedAtMost)}, longest ${Math.max(...all.map(({ blocked }) => blocked))}
whose largest element is a lazy picture ${count(({ largest }) => largest?.isLazy === true)}
picture bytes ${kilobytes(all.reduce((sum, { pictures }) => sum + pictures.reduce((part, { bytes }) => part + bytes, 0), 0))} kB, more than shown ${kilobytes(all.reduce((sum, { pictures }) => sum + pictures.reduce((part, { wasted }) => part + wasted, 0), 0))} kB`)
}

const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox', '--disable-gpu'] })
const queue = (await allScreens()).flatMap(screen => widths.map(width => ({ screen, width })))
const measured: Measured[] = []
await Promise.all(
  Array.from({ length: Number(options.workers) }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { screen, width } = next
      try {
        measured.push(await measureFresh(browser, screen, width))
      } catch (error) {
        console.log(`${screen.name} at ${width}: ${(error as Error).message.split('\n')[0]}`)
      }
    }
  }),
)
await browser.close()
measured.sort((one, other) => one.screen.localeCompare(other.screen) || one.width - other.width)
report(measured)
if (options.json) writeFileSync(options.json, JSON.stringify(measured, null, 1))
