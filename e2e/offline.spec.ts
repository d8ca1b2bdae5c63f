import { cachePrefix } from '#web/app/offline/messages.ts'
import { expect, hydrated, open, type Page, settled, test } from './fixtures.ts'
import { apiAs, newMember, signIn } from './member.ts'

test.use({ serviceWorkers: 'allow' })

/** What the browser reports while there is no connection. */
const noConnection = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|the session could not be refreshed|no-response/

/** Waits until the service worker has kept the page that is open. */
async function kept(page: Page, path: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async address => {
        const names = (await caches.keys()).filter(name => name.includes('pages'))
        const found = await Promise.all(names.map(async name => (await caches.open(name)).match(address)))
        return navigator.serviceWorker.controller !== null && found.some(Boolean)
      }, path),
    )
    .toBe(true)
}

/** The addresses that the caches hold and which match. */
const cached = (page: Page, pattern: RegExp) =>
  page.evaluate(async source => {
    const found: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) if (new RegExp(source).test(url)) found.push(url)
    return found
  }, pattern.source)

test('the site can be installed: a manifest with icons in all sizes, and a worker that is never cached', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone', lang: 'ru' })
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src)
    expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type])
  }
  const worker = await request.get('/service-worker.js')
  expect(worker.headers()['cache-control']).toBe('no-cache')
  expect(worker.headers()['content-type']).toContain('javascript')
})

test('without a connection the last seen pages open, others say so and open by themselves later', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(noConnection)
  await open(page, '/products/hvoynye')
  await settled(page)
  await kept(page, '/products/hvoynye')
  await page.goto('/')
  await hydrated(page)
  // Seen without loading a document: its data and code are kept.
  await page.getByRole('link', { name: 'О проекте' }).click()
  await expect(page).toHaveURL('/about')
  await settled(page)
  await page.goto('/')
  await settled(page)

  await context.setOffline(true)
  await page.goto('/products/hvoynye')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Хвойные/)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('link', { name: 'О проекте' }).click()
  await expect(page).toHaveURL('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Нет связи')
  await expect(page.getByRole('link', { name: 'На главную' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Нет связи')
  await expect(page).toHaveURL('/contact')
})

test('what was seen signed in opens without a connection, and signing out removes it', async ({
  page,
  context,
  api,
  problems,
}) => {
  problems.allow(noConnection)
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/notifications')
  await settled(page)
  await kept(page, '/notifications')
  // Once more, through the worker.
  await page.reload()
  await settled(page)
  await expect.poll(() => cached(page, /\/api\/notifications/)).not.toEqual([])
  await context.setOffline(true)
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Уведомления')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await context.setOffline(false)
  await page.goto('/profile/edit')
  await hydrated(page)
  // What is still asked as the person when the session ends is refused.
  await settled(page)
  await page.getByRole('button', { name: 'Выйти' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => cached(page, /\/api\/(?:me|notifications|sessions|chat)/)).toEqual([])
})

test('a post that cannot be sent stays in its form and is sent later', async ({ page, context, api, problems }) => {
  problems.allow(noConnection)
  const member = await newMember(api)
  await signIn(page, member)
  await open(page, '/feed')
  await settled(page)
  const text = page.getByRole('textbox', { name: /запис/i }).first()
  await text.fill('Ищу липы для аллеи')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(page.getByText('Нет связи с сервером').first()).toBeVisible()
  await expect(text).toHaveValue('Ищу липы для аллеи')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Опубликовать' }).click()
  await expect(text).toHaveValue('')
  expect((await apiAs(member).call('GET /posts/')).results.map(({ body }) => body)).toContain('Ищу липы для аллеи')
})

test('a new build removes what an older one has kept, and pages always come from the server', async ({ page }) => {
  // As left by a worker of an earlier build.
  await page.goto('/manifest.webmanifest')
  await page.evaluate(async name => {
    const cache = await caches.open(name)
    await cache.put('/about', new Response('<h1>Старая страница</h1>', { headers: { 'content-type': 'text/html' } }))
  }, `${cachePrefix}pages-old`)
  await open(page, '/about')
  await kept(page, '/about')
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toContain(`${cachePrefix}pages-old`)
  // Even the page that this worker has kept is not shown while the server answers.
  await page.evaluate(async () => {
    const name = (await caches.keys()).find(one => one.includes('pages')) ?? ''
    const old = new Response('<h1>Старая страница</h1>', { headers: { 'content-type': 'text/html' } })
    await (await caches.open(name)).put('/about', old)
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Старая страница')
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
})
