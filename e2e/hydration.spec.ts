import { expect, hydrated, notFound, open, screens, settled, test } from './fixtures.ts'
import { newMember, signIn } from './member.ts'

for (const [name, address] of Object.entries(screens))
  test(`${name}: hydration does not change what the server sent`, async ({ page, api, request, problems }) => {
    if (name === 'not found') problems.allow(notFound)
    const path = await address(api)
    const sent = await (await request.get(path)).text()
    await open(page, path)
    await settled(page)
    const [server, browser] = await page.evaluate(html => {
      // Elements, attributes and texts, without comments, which React uses as marks, and the embedded state.
      function outline(root: Document): string[] {
        const lines: string[] = []
        const walker = root.createTreeWalker(root.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          if (!(node instanceof Element)) {
            const text = node.textContent ?? ''
            if (lines.at(-1)?.startsWith('"')) lines.push(`"${lines.pop()?.slice(1)}${text}`)
            else lines.push(`"${text}`)
          } else {
            const attributes = [...node.attributes].map(({ name, value }) => `${name}=${value}`)
            lines.push(`<${node.localName} ${attributes.toSorted().join(' ')}>`)
          }
        }
        return lines
      }
      return [outline(new DOMParser().parseFromString(html, 'text/html')), outline(document)]
    }, sent)
    expect(browser).toEqual(server)
  })

test('a chosen theme survives reloads and applies in other windows; without a choice the system’s theme applies', async ({
  page,
  context,
}) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const theme = page.getByRole('group', { name: 'Оформление' })
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/about')
  const light = await ground()
  await expect(theme.getByRole('radio', { name: 'Как в системе' })).toBeChecked()
  const other = await context.newPage()
  await open(other, '/contact')

  await theme.getByText('Тёмная').click()
  await expect(theme.getByRole('radio', { name: 'Тёмная' })).toBeChecked()
  const dark = await ground()
  expect(dark).not.toBe(light)
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(other.getByRole('radio', { name: 'Тёмная' })).toBeChecked()
  await page.reload()
  await hydrated(page)
  expect(await ground()).toBe(dark)
  await expect(theme.getByRole('radio', { name: 'Тёмная' })).toBeChecked()

  await page.emulateMedia({ colorScheme: 'dark' })
  await theme.getByText('Светлая').click()
  expect(await ground()).toBe(light)
  await theme.getByText('Как в системе').click()
  expect(await ground()).toBe(dark)
  await expect(page.locator('html')).not.toHaveAttribute('data-theme')
})

test('a signed-in person never sees «Войти», and a chosen theme applies from the first paint', async ({
  page,
  api,
}) => {
  await signIn(page, await newMember(api))
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  let letGo = () => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  // All scripts after those in the page's head.
  await page.route(/\/assets\/(?!before-paint).*\.js$/, async route => {
    await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const signUp = page.getByRole('link', { name: 'Регистрация', includeHidden: true })
  await expect(signUp).toHaveCount(1)
  await expect(signUp).toBeHidden()
  letGo()
  await expect(page.getByRole('navigation', { name: 'Главное меню' })).toBeVisible()
  await page.evaluate(() => {
    localStorage.setItem('user.access', '')
    window.dispatchEvent(new StorageEvent('storage', { key: 'user.access' }))
  })
  await expect(signUp).toBeVisible()
})

test('a stored session changes the bar without an error', async ({ page, api }) => {
  await signIn(page, await newMember(api))
  await open(page, '/')
  await expect(page.getByRole('link', { name: 'Мои растения' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link')).toHaveCount(8)
  await expect(page.getByRole('link', { name: 'Войти' })).toBeHidden()
})
