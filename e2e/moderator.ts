import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TOTP } from 'otpauth'
import type { Api } from '#web/lib/api.ts'
import { expect, type Page } from './fixtures.ts'
import { apiAs, emailTo, type Member } from './member.ts'

/** An e-mail in the server's STAFF_EMAILS (playwright.config.ts). */
const email = 'moderator@dendro.test'
const password = 'rosa-canina-27'
const name = 'Мария Смотрова'

/** The app's code for this secret, shifted by so many steps of half a minute. */
export const appCode = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

/** The refresh token of the moderator's session, shared by all workers, as each code is valid only once. */
const sessionFile = () => join(process.env.E2E_DATA_DIR ?? '', 'moderator-session')

const savedSession = () => readFile(sessionFile(), 'utf8').catch(() => null)

async function makeAccount(api: Api): Promise<void> {
  const { message } = await api.call('POST /signup/', {
    body: { email, name, password1: password, password2: password },
  })
  // Otherwise another worker has created the account meanwhile.
  if (message !== 'success') return
  const token = new URL((await emailTo(email)).link).searchParams.get('token') ?? ''
  // If there are two links, the first to be opened counts; both belong to the same account.
  await api.call('POST /activation/', { body: { token } }).catch(() => null)
}

/** Signs in and sets up the second factor. Of two concurrent workers one is refused, and the other's secret counts. */
async function setUp(api: Api): Promise<void> {
  const signIn = () => api.call('POST /login/', { body: { email, password } })
  const tokens = await signIn().catch(async () => {
    await makeAccount(api)
    return signIn()
  })
  const own = apiAs(tokens)
  const { secret } = await own.call('POST /second-factor/', { body: { password } })
  await own.call('POST /second-factor/confirm/', { body: { code: appCode(secret) } })
  // Written atomically, because another worker may be reading.
  const draft = `${sessionFile()}.${process.pid}`
  await writeFile(draft, tokens.refresh)
  await rename(draft, sessionFile())
}

async function session(api: Api): Promise<string> {
  const saved = await savedSession()
  if (saved !== null) return saved
  const failure = await setUp(api).catch((error: unknown) => error)
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(100)) {
    const made = await savedSession()
    if (made !== null) return made
  }
  throw new Error('nobody has set the moderator up', { cause: failure })
}

/**
 * The moderator, signed in with a second factor; the first caller creates the account, and two may call concurrently.
 */
export async function moderator(api: Api): Promise<Member> {
  const refresh = await session(api)
  const { access } = await api.call('POST /refresh/', { body: { refresh } })
  const { id, avatar } = await apiAs({ access }).call('GET /me/')
  return { id, name, email, password, avatar, access, refresh }
}

export const dialog = (page: Page) => page.getByRole('dialog')

/** Enters the reason and confirms the action. */
export async function giveReason(page: Page, reason: string, label: string): Promise<void> {
  await dialog(page).getByRole('textbox', { name: 'Причина' }).fill(reason)
  await dialog(page).getByRole('button', { name: label, exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}
