import type { Api } from '#web/lib/api.ts'
import { expect, type Page } from './fixtures.ts'
import { apiAs, letterTo, type Member } from './member.ts'

/** The address that the server's STAFF_EMAILS names (playwright.config.ts). */
const email = 'moderator@dendro.test'
const password = 'rosa-canina-27'
const name = 'Мария Смотрова'

/** The moderator, signed in anew; whoever asks first makes the account, and two may ask at once. */
export async function moderator(api: Api): Promise<Member> {
  const signIn = () => api.call('POST /login/', { body: { email, password } })
  const known = await signIn().catch(() => null)
  if (!known) {
    const { message } = await api.call('POST /signup/', {
      body: { email, name, password1: password, password2: password },
    })
    // Else another worker has made it in between.
    if (message === 'success') {
      const token = new URL((await letterTo(email)).link).searchParams.get('token') ?? ''
      // Of two links the one that was opened first counts; both lead to the same account.
      await api.call('POST /activation/', { body: { token } }).catch(() => null)
    }
  }
  const tokens = known ?? (await signIn())
  const { id, avatar } = await apiAs(tokens).call('GET /me/')
  return { id, name, email, password, avatar, ...tokens }
}

export const dialog = (page: Page) => page.getByRole('dialog')

/** Answers the question why, and presses the button that does the deed. */
export async function giveReason(page: Page, reason: string, label: string): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Причина' }).fill(reason)
  await dialog(page).getByRole('button', { name: label, exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}
