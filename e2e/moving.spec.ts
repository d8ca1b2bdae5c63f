import { expect, open, type Page, screens, settled, shiftLimit, test, watchShifts } from './fixtures.ts'
import { apiAs, knownMember, type Member, signIn } from './member.ts'
import { nursery } from './nursery.ts'

/** Answers take this many milliseconds, as on a train. */
const latency = 150

/** Every request is answered late, so that all steps between two screens can be seen. */
async function slowNetwork(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** Watches every frame; returns a function that gives the addresses at which there was one with nothing in it. */
async function watchEmptyFrames(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const state = Object.assign(window, { emptyFrames: new Set<string>() })
    const look = () => {
      const main = document.querySelector('main')
      const isEmpty = !main || (!main.innerText.trim() && !main.querySelector('[aria-busy=true]'))
      if (isEmpty || !document.querySelector('header')) state.emptyFrames.add(location.pathname + location.search)
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => [...(window as unknown as { emptyFrames: Set<string> }).emptyFrames])
}

/** Moves to another screen within the page, as «Back» does. */
async function move(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await page.evaluate(to => {
    // As the router numbers its entries.
    history.pushState({ usr: null, key: to, idx: (history.state?.idx ?? 0) + 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('.loading-bar')).toHaveCount(0)
  await settled(page)
  // A screen that cannot be reached would show nothing wrong.
  expect(await page.title(), path).not.toBe(before)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/** Screens of a member who belongs to a company. */
const memberScreens = ({ id }: Member) => [
  '/feed',
  '/projects',
  '/requests',
  '/incoming',
  '/deals',
  '/notifications',
  '/chat',
  '/saved-searches',
  `/profile/${id}`,
  `/profile/${id}/friends`,
  '/profile/edit',
  '/products/my_products',
  '/products/create',
  '/price-list',
  '/teams/team',
  '/teams/statistics',
  '/search?q=туя',
]

test('a visitor who moves between screens never sees an empty page', async ({ page, api }) => {
  test.slow()
  await open(page, '/about')
  await slowNetwork(page)
  const emptyFrames = await watchEmptyFrames(page)
  const names = [
    'home',
    'category',
    'product',
    'company',
    'offers',
    'plants',
    'offered plant',
    'new project',
    'article',
  ]
  for (const name of [...names, 'publications', 'login', 'home']) await move(page, (await screens[name]?.(api)) ?? '')
  expect(await emptyFrames()).toEqual([])
})

test('a member who moves between screens never sees an empty page', async ({ page, api }) => {
  test.slow()
  const { member } = await nursery(api, 'Тихий переход', [500, 900])
  await signIn(page, member)
  await open(page, '/about')
  await slowNetwork(page)
  const emptyFrames = await watchEmptyFrames(page)
  for (const path of [...memberScreens(member), '/', '/feed']) await move(page, path)
  expect(await emptyFrames()).toEqual([])
})

for (const width of [320, 1280])
  test(`at ${width} px nothing moves while a member’s screens arrive`, async ({ page, api }) => {
    test.slow()
    // A nursery's owner of the demonstration, with everything that there can be in lists.
    const member = await knownMember(api, 'malakhov@verey-kosogor.example', 'tri-lipy-u-kalitki')
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, member)
    await open(page, '/about')
    await settled(page)
    await slowNetwork(page)
    const shift = await watchShifts(page)
    const [deal] = (await apiAs(member).call('GET /deals/')).results
    if (!deal) throw new Error('no deal')
    const others = ['/projects/new', `/deals/${deal.id}`, '/plants/tilia-cordata-greenspire', '/']
    for (const path of [...memberScreens(member), ...others]) {
      await page.goto(path)
      await settled(page)
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      // A screen that cannot be reached would move nothing.
      expect(new URL(page.url()).pathname).toBe(path.split('?')[0])
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      expect.soft(await shift(), path).toBeLessThan(shiftLimit)
    }
  })

test('an empty frame would be seen', async ({ page }) => {
  await open(page, '/about')
  const emptyFrames = await watchEmptyFrames(page)
  await page.evaluate(async () => {
    const main = document.querySelector('main') as HTMLElement
    const kept = [...main.childNodes]
    main.replaceChildren()
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    main.replaceChildren(...kept)
  })
  expect(await emptyFrames()).toEqual(['/about'])
})
