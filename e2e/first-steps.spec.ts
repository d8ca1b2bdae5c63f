import { expectNoViolations } from './axe.ts'
import { expect, open, test, widths } from './fixtures.ts'
import { newMember, signIn } from './member.ts'

test('a new person chooses a goal and is shown the next steps', async ({ page, api }) => {
  // axe checks the page four times.
  test.slow()
  await signIn(page, await newMember(api))
  await open(page, '/feed')
  const steps = page.getByRole('region', { name: 'Добро пожаловать! С чего начнём?' })
  await expect(steps.getByRole('listitem')).toHaveCount(0)

  await steps.getByRole('button', { name: 'Я покупаю' }).click()
  await expect(steps.getByRole('link', { name: 'Найдите растения в каталоге' })).toHaveAttribute('href', '/')
  await steps.getByRole('button', { name: 'Я продаю' }).click()
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  // Without a company no plants can be added.
  await expect(steps.getByRole('link')).toHaveText(['Создайте компанию'])

  // The choice is stored; a step links to its screen.
  await page.reload()
  await expect(steps.getByRole('button', { name: 'Я продаю' })).toHaveAttribute('aria-pressed', 'true')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoViolations(page)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await steps.getByRole('link', { name: 'Создайте компанию' }).click()
  await expect(page).toHaveURL('/teams/add-team')

  await page.goBack()
  await steps.getByRole('button', { name: 'Скрыть первые шаги' }).click()
  await expect(steps).toBeHidden()
  await page.reload()
  await expect(page.getByRole('form', { name: /запись/i }).first()).toBeVisible()
  await expect(steps).toHaveCount(0)
})
