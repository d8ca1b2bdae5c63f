import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { newPasswordEmail, signUpEmail } from '#server/domains/accounts/accounts.emails.ts'
import { publicUrl, testDatabase } from '#server/test/app.ts'
import type { Database } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { claimEmails, deleteUndeliverable } from './mail.queries.ts'
import { emails } from './mail.tables.ts'
import { type Email, queueEmail } from './mail.ts'
import { type MailSender, mailSender } from './mail-sender.ts'
import { mailTransport } from './mail-transport.ts'

/** Whom the emails are about. */
const personId = uuidv7()

let database: Database
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'dendro-mail-'))
})
afterEach(async () => {
  await database.db.delete(emails)
  rmSync(dataDir, { recursive: true, force: true })
})

const rows = () => database.db.select().from(emails)
const queue = (email: Email) => database.db.transaction(tx => queueEmail(tx, email, personId))
/** However busy the machine is. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })
const makeDue = () => database.db.update(emails).set({ dueAt: sql`now() - interval '1 second'` })
const anEmail = (to: string) => signUpEmail(to, publicUrl, 'k'.repeat(43))

interface Received {
  raw: string
  to: string[]
  from: string
}

/** A mail server that keeps what it is given; `refuse` decides about recipients. */
async function mailServer(port = 0, options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom === false ? '' : mailFrom.address
        received.push({ raw: Buffer.concat(parts).toString(), to: rcptTo.map(({ address }) => address), from })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  onTestFinished(close)
  return { received, close, port: (server.server.address() as AddressInfo).port }
}

function sender(smtpUrl: string | null, lines: string[] = []): MailSender {
  const log = (line: string) => void lines.push(line)
  const one = mailSender(database.db, mailTransport({ smtpUrl, publicUrl, dataDir }, log), log)
  onTestFinished(() => one.stop())
  return one
}

describe('without a mail server', () => {
  it('an email is a whole file, readable as it lies, and its link one line of the log', async () => {
    const lines: string[] = []
    const email = newPasswordEmail('anna@mail.test', 'anna@mail.test', publicUrl, 'k'.repeat(43))
    await queue(email)
    sender(null, lines).start()
    await until(async () => expect(await rows()).toEqual([]))

    const [name = '', ...others] = readdirSync(join(dataDir, 'mail'))
    expect(others).toEqual([])
    expect(name).toMatch(/^\d{4}-\d\d-\d\dT[\d-]+Z-[0-9a-f-]{36}\.eml$/)
    const file = readFileSync(join(dataDir, 'mail', name), 'utf8')
    expect(file).toContain('Кто-то попросил сменить пароль')
    expect(file.split('\r\n')).toContain(email.link)
    expect(lines).toEqual([`Письмо для anna@mail.test: ${email.link}`])

    const parsed = await PostalMime.parse(file)
    expect(parsed).toMatchObject({
      subject: 'Новый пароль в «Дендро»',
      from: { name: 'Дендро', address: 'no-reply@dendro.test' },
      to: [{ address: 'anna@mail.test' }],
    })
    expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(email.text.trim())
    expect(parsed.html?.replaceAll('\r\n', '\n').trim()).toBe(email.html.trim())
    expect(parsed.messageId).toMatch(/^<[0-9a-f-]{36}@dendro\.test>$/)
  })

  it('one that cannot be written waits and is told of', async () => {
    writeFileSync(join(dataDir, 'mail'), 'in the way')
    const lines: string[] = []
    await queue(anEmail('anna@mail.test'))
    sender(null, lines).start()
    await until(async () => expect(await rows()).toMatchObject([{ attempts: 1, lastError: expect.anything() }]))
    expect(lines[0]).toContain('не ушло')
  })
})

describe('with a mail server', () => {
  it('an email arrives once, in both forms, and its row goes', async () => {
    const { received, port } = await mailServer()
    const email = anEmail('anna@mail.test')
    await queue(email)
    sender(`smtp://127.0.0.1:${port}`).start()
    await until(async () => expect(await rows()).toEqual([]))
    expect(received).toMatchObject([{ to: ['anna@mail.test'], from: 'no-reply@dendro.test' }])
    const parsed = await PostalMime.parse(received[0]?.raw ?? '')
    expect(parsed.subject).toBe(email.subject)
    expect(parsed.text).toContain(email.link)
    expect(parsed.html).toContain(`href="${email.link}"`)
  })

  it('signs in as the address says, and sends in that name', async () => {
    const seen: unknown[] = []
    const { received, port } = await mailServer(0, {
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password])
        done(null, { user: username })
      },
      allowInsecureAuth: true,
    })
    await queue(anEmail('anna@mail.test'))
    sender(`smtp://robot%40dendro.example:p%40ss@127.0.0.1:${port}`).start()
    await until(() => expect(received).toHaveLength(1))
    expect(seen).toEqual([['robot@dendro.example', 'p@ss']])
    expect(received[0]?.from).toBe('robot@dendro.example')
  })

  it('that is away, emails wait longer and longer, and go when it is back', async () => {
    const first = await mailServer()
    await first.close()
    const lines: string[] = []
    await queue(anEmail('anna@mail.test'))
    const one = sender(`smtp://127.0.0.1:${first.port}`, lines)
    one.start()
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 9; attempt++) {
      await until(() => expect(lines).toHaveLength(attempt))
      const due = sql<number>`extract(epoch from due_at - now())::int`
      const [row] = await database.db.select({ due, lastError: emails.lastError }).from(emails)
      expect(row?.lastError).toContain('ECONNREFUSED')
      pauses.push(row?.due ?? 0)
      await makeDue()
      one.wake()
    }
    expect(pauses.map(pause => Math.round(pause / 5))).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120])
    expect(lines.every(line => line.includes('не ушло'))).toBe(true)
    const { received } = await mailServer(first.port)
    await makeDue()
    one.wake()
    await until(async () => expect(await rows()).toEqual([]))
    expect(received).toHaveLength(1)
  })

  it('that refuses a recipient for good is asked a few times; the email is kept and told of', async () => {
    let asked = 0
    const { received, port } = await mailServer(0, {
      onRcptTo({ address }, _session, done) {
        if (address !== 'nobody@mail.test') return done()
        asked++
        done(Object.assign(new Error('No such user'), { responseCode: 550 }))
      },
    })
    const lines: string[] = []
    await queue(anEmail('nobody@mail.test'))
    await queue(anEmail('anna@mail.test'))
    const one = sender(`smtp://127.0.0.1:${port}`, lines)
    one.start()
    await until(() => expect(received).toHaveLength(1))
    for (let attempt = 1; attempt <= 3; attempt++) {
      await until(() => expect(lines).toHaveLength(attempt))
      if (attempt < 3) await makeDue()
      one.wake()
    }
    expect(lines[2]).toContain('больше не отправляется')
    expect(await claimEmails(database.db, 5)).toEqual([])
    const [kept] = await database.db.select({ attempts: emails.attempts, lastError: emails.lastError }).from(emails)
    expect(kept).toMatchObject({ attempts: 3, lastError: expect.stringContaining('No such user') })
    expect(asked).toBe(3)
    await deleteUndeliverable(database.db)
    expect(await database.db.$count(emails)).toBe(1)
    await database.db.update(emails).set({ createdAt: sql`now() - interval '31 days'` })
    await deleteUndeliverable(database.db)
    expect(await database.db.$count(emails)).toBe(0)
  })

  it('several processes on one database send each email once', async () => {
    const { received, port } = await mailServer()
    const addresses = Array.from({ length: 40 }, (_, n) => `person${n}@mail.test`)
    for (const address of addresses) await queue(anEmail(address))
    const senders = [1, 2, 3].map(() => sender(`smtp://127.0.0.1:${port}`))
    for (const one of senders) one.start()
    await until(async () => expect(await rows()).toEqual([]))
    expect(received.map(({ to }) => to.join()).toSorted()).toEqual(addresses.toSorted())
  })
})

describe('a sender', () => {
  it('sends nothing of a transaction that has failed, and nothing before it starts', async () => {
    await expect(
      database.db.transaction(async tx => {
        await queueEmail(tx, anEmail('anna@mail.test'), personId)
        throw new Error('changed its mind')
      }),
    ).rejects.toThrow('changed its mind')
    expect(await rows()).toEqual([])
    await queue(anEmail('anna@mail.test'))
    sender(null).wake()
    await new Promise(resolve => setTimeout(resolve, 100))
    expect(await rows()).toHaveLength(1)
  })

  it('is woken, and looks for itself when nobody wakes it', async () => {
    const one = sender(null)
    one.start()
    await new Promise(resolve => setTimeout(resolve, 100))
    await queue(anEmail('anna@mail.test'))
    one.wake()
    // Sooner than it would look by itself.
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 2500 })
    await queue(anEmail('boris@mail.test'))
    await until(async () => expect(await rows()).toEqual([]))
  })

  it('that stops while a mail server hangs leaves the email to the next one, due at once', async () => {
    const { port } = await mailServer(0, { onRcptTo: () => {} })
    await queue(anEmail('anna@mail.test'))
    const one = sender(`smtp://127.0.0.1:${port}`)
    one.start()
    await until(async () => expect(await rows()).toMatchObject([{ attempts: 1 }]))
    const start = performance.now()
    await one.stop()
    expect(performance.now() - start).toBeLessThan(6000)
    sender(null).start()
    await until(async () => expect(await rows()).toEqual([]))
  })

  it('whose process died leaves the email to others when its lease is over', async () => {
    await queue(anEmail('anna@mail.test'))
    expect(await claimEmails(database.db, 5)).toHaveLength(1)
    expect(await claimEmails(database.db, 5)).toHaveLength(0)
    await makeDue()
    expect(await claimEmails(database.db, 5)).toMatchObject([{ attempts: 2 }])
  })
})
