import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { type Api, createApi } from '#web/lib/api.ts'
import { expect, type Page, test } from './fixtures.ts'

/** A person with a confirmed account, signed in through the API. */
export interface Member {
  id: string
  name: string
  email: string
  password: string
  avatar: string
  access: string
  refresh: string
}

export interface SentEmail {
  subject: string
  text: string
  /** The first link to this site. */
  link: string
}

const origin = () => test.info().project.use.baseURL ?? ''

/** A unique e-mail address. */
export const newEmail = () => `e2e-${randomUUID()}@example.ru`

/** The API with a header of its own. */
const apiWith = (name: string, value: string): Api =>
  createApi((path, init) => {
    const headers = new Headers(init.headers)
    headers.set(name, value)
    return fetch(origin() + path, { ...init, headers })
  })

/** The API with this person's access token. */
export const apiAs = ({ access }: Pick<Member, 'access'>): Api => apiWith('authorization', `Bearer ${access}`)

/** Gives the person of this API a company, in the region of Moscow. */
export const makeCompany = (own: Api, name: string) =>
  own.call('POST /teams/', {
    body: {
      company_name: name,
      team_zipcode: '7707083893',
      team_phone: '+7 495 000-00-01',
      team_address: 'Поле',
      team_city: 'Московская область',
    },
  })

/** Emails of the folder by their file; `null` once they have been read. Parsed once: others' emails lie there too. */
const received = new Map<string, Email | null>()

async function parseNew(folder: string): Promise<void> {
  // The folder is created with the first email.
  for (const file of await readdir(folder).catch(() => [])) {
    if (!file.endsWith('.eml') || received.has(file)) continue
    const sent = await PostalMime.parse(await readFile(join(folder, file)))
    // A test that waits for several emails at once may have parsed and read it meanwhile.
    if (!received.has(file)) received.set(file, sent)
  }
}

/** The oldest email to this address that this worker has not read yet; waits for it. */
export async function emailTo(email: string): Promise<SentEmail> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail')
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; await sleep(50)) {
    await parseNew(folder)
    // File names begin with the time.
    for (const file of [...received.keys()].toSorted()) {
      const sent = received.get(file)
      if (!sent?.to?.some(({ address }) => address?.toLowerCase() === email.toLowerCase())) continue
      received.set(file, null)
      const text = sent.text ?? ''
      const link = text.match(/https?:\/\/\S+/g)?.find(address => address.startsWith(origin()))
      return { subject: sent.subject ?? '', text, link: link ?? '' }
    }
  }
  throw new Error(`no email to ${email} in ${folder}`)
}

/** The API for somebody at an address of their own: one address may sign up only so many people in an hour. */
const fromElsewhere = () => apiWith('x-forwarded-for', `198.18.${[...randomBytes(2)].join('.')}`)

/** Creates and confirms an account through the API. */
export async function newMember(
  api: Api,
  { name = 'Анна Полевая', email = newEmail() }: { name?: string; email?: string } = {},
): Promise<Member> {
  const password = 'rosa-canina-27'
  const { message } = await fromElsewhere().call('POST /signup/', {
    body: { email, name, password1: password, password2: password },
  })
  expect(message).toBe('success')
  const { link } = await emailTo(email)
  await api.call('POST /activation/', { body: { token: new URL(link).searchParams.get('token') ?? '' } })
  return knownMember(api, email, password)
}

/** A person who has an account. */
export async function knownMember(api: Api, email: string, password: string): Promise<Member> {
  const tokens = await api.call('POST /login/', { body: { email, password } })
  const { id, name, avatar } = await apiAs(tokens).call('GET /me/')
  return { id, name, email, password, avatar, ...tokens }
}

/**
 * Stores the person's session in the browser, like the login screen; open a page afterwards. Their company is loaded
 * with the first page.
 */
export async function signIn(page: Page, { access, refresh, id, name, email, avatar }: Member): Promise<void> {
  // localStorage needs a page of the origin; this one runs no code of the product and requests no icon.
  const nothing = '<!doctype html><title></title><link rel="icon" href="data:,">'
  await page.route('**/healthz', route => route.fulfill({ contentType: 'text/html', body: nothing }))
  await page.goto('/healthz')
  await page.unroute('**/healthz')
  await page.evaluate(
    values => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(`user.${key}`, value)
    },
    { access, refresh, id, name, email, avatar },
  )
}

/**
 * Holds requests to these addresses, except GET, and returns a function that fails one of them per call; it waits until
 * there is one.
 */
export async function holdAndRefuse(page: Page, address: string | RegExp): Promise<() => Promise<void>> {
  const waiting: (() => void)[] = []
  await page.route(address, async route => {
    if (route.request().method() === 'GET') return route.fallback()
    await new Promise<void>(resolve => waiting.push(resolve))
    await route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', detail: 'Сервер сейчас занят.' } })
  })
  return async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.()
  }
}
