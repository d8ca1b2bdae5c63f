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
import { jobsOf, makeDue } from '#server/test/jobs.ts'
import type { Database } from '../database/database.ts'
import { uuidv7 } from '../database/ids.ts'
import { type JobWorkers, startJobs } from '../jobs/job-workers.ts'
import { mailTransport } from './mail-transport.ts'
import { emailSending } from './mail.jobs.ts'
import { emails } from './mail.tables.ts'
import { deleteEmailsOf, deleteUndeliverable, type Email, queueEmail, queueForgotten } from './mail.ts'
import { emailSender } from './send-email.ts'

/** The person the emails are about. */
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
  await database.db.execute(sql`delete from pgboss.job`)
  rmSync(dataDir, { recursive: true, force: true })
})

const rows = () => database.db.select().from(emails)
const queue = (email: Email) => database.db.transaction(tx => queueEmail(tx, email, personId))
/** However busy the machine is. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000 })
const jobs = () => jobsOf(database.db, emailSending)
const allDue = () => makeDue(database.db, emailSending)
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

function sender(smtpUrl: string | null, lines: string[] = []): JobWorkers {
  const log = (line: string) => void lines.push(line)
  const transport = mailTransport({ smtpUrl, publicUrl, dataDir }, log)
  const one = startJobs(database, [emailSender(database.db, transport)], log)
  onTestFinished(() => one.stop())
  return one
}

describe('without a mail server', () => {
  it('an email is a complete, readable file, and its link one line of the log', async () => {
    const lines: string[] = []
    const email = newPasswordEmail('anna@mail.test', 'anna@mail.test', publicUrl, 'k'.repeat(43))
    await queue(email)
    sender(null, lines)
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

  it('an email that cannot be written waits and is logged', async () => {
    writeFileSync(join(dataDir, 'mail'), 'in the way')
    const lines: string[] = []
    await queue(anEmail('anna@mail.test'))
    sender(null, lines)
    await until(async () =>
      expect(await jobs()).toMatchObject([{ state: 'retry', output: { message: expect.stringContaining('EEXIST') } }]),
    )
    expect(await rows()).toHaveLength(1)
    expect(lines[0]).toContain('Работа emails')
  })
})

describe('with a mail server', () => {
  it('an email arrives once, in both forms, and its row is deleted', async () => {
    const { received, port } = await mailServer()
    const email = anEmail('anna@mail.test')
    await queue(email)
    sender(`smtp://127.0.0.1:${port}`)
    await until(async () => expect(await rows()).toEqual([]))
    expect(received).toMatchObject([{ to: ['anna@mail.test'], from: 'no-reply@dendro.test' }])
    const parsed = await PostalMime.parse(received[0]?.raw ?? '')
    expect(parsed.subject).toBe(email.subject)
    expect(parsed.text).toContain(email.link)
    expect(parsed.html).toContain(`href="${email.link}"`)
  })

  it('says where one unsubscribes with a POST, and says nothing of it in other emails', async () => {
    const { received, port } = await mailServer()
    const unsubscribeUrl = `${publicUrl}/api/saved-searches/unsubscribe/${'k'.repeat(80)}/`
    await queue({ ...anEmail('anna@mail.test'), unsubscribeUrl })
    await queue(anEmail('boris@mail.test'))
    sender(`smtp://127.0.0.1:${port}`)
    await until(async () => expect(await rows()).toEqual([]))
    const headers = await Promise.all(
      received.map(async ({ raw, to }) => {
        const parsed = await PostalMime.parse(raw)
        const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value
        return [to[0], header('list-unsubscribe'), header('list-unsubscribe-post')]
      }),
    )
    expect(headers.toSorted(([one = ''], [other = '']) => one.localeCompare(other))).toEqual([
      ['anna@mail.test', `<${unsubscribeUrl}>`, 'List-Unsubscribe=One-Click'],
      ['boris@mail.test', undefined, undefined],
    ])
  })

  it('signs in with the user of the URL, and sends from that address', async () => {
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
    sender(`smtp://robot%40dendro.example:p%40ss@127.0.0.1:${port}`)
    await until(() => expect(received).toHaveLength(1))
    expect(seen).toEqual([['robot@dendro.example', 'p@ss']])
    expect(received[0]?.from).toBe('robot@dendro.example')
  })

  it('that is unavailable, emails are retried with growing delays, and sent when it is back', async () => {
    const first = await mailServer()
    await first.close()
    const lines: string[] = []
    await queue(anEmail('anna@mail.test'))
    sender(`smtp://127.0.0.1:${first.port}`, lines)
    const pauses: number[] = []
    for (let attempt = 1; attempt <= 9; attempt++) {
      await until(async () => expect(await jobs()).toMatchObject([{ state: 'retry', attempts: attempt - 1 }]))
      const [job] = await jobs()
      expect(job?.output?.message).toContain('ECONNREFUSED')
      pauses.push(job?.dueIn ?? 0)
      await allDue()
    }
    // Doubled with each, with jitter, so that not all retry at once.
    const longest = [6, 12, 24, 48, 96, 192, 384, 600, 600]
    for (const [index, most] of longest.entries()) {
      expect(pauses[index]).toBeGreaterThan(most / 2 - 2)
      expect(pauses[index]).toBeLessThanOrEqual(most)
    }
    expect(lines.every(line => line.includes('не удалась'))).toBe(true)
    const { received } = await mailServer(first.port)
    await until(async () => {
      await allDue()
      expect(await rows()).toEqual([])
    })
    expect(received).toHaveLength(1)
  })

  it('that refuses a recipient for good is tried a few times; the email is kept and logged', async () => {
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
    sender(`smtp://127.0.0.1:${port}`, lines)
    await until(() => expect(received).toHaveLength(1))
    for (let attempt = 1; attempt < 3; attempt++) {
      await until(async () => expect(await jobs()).toMatchObject([{ state: 'retry', attempts: attempt - 1 }]))
      await allDue()
    }
    await until(async () => expect(await jobs()).toMatchObject([{ state: 'failed' }]))
    const [job] = await jobs()
    expect(lines[2]).toContain('больше не делается')
    // The recipient is only in the row, which is deleted with the account.
    expect(job?.output?.message).toContain('No such user')
    expect(asked).toBe(3)
    await queueForgotten(database.db)
    expect(await jobs()).toMatchObject([{ state: 'failed' }])
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
    for (let n = 0; n < 3; n++) sender(`smtp://127.0.0.1:${port}`)
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
    expect([await rows(), await jobs()]).toEqual([[], []])
    await queue(anEmail('anna@mail.test'))
    expect(await rows()).toHaveLength(1)
    expect(await jobs()).toMatchObject([{ state: 'created' }])
  })

  it('is notified of a new email', async () => {
    sender(null)
    await queue(anEmail('anna@mail.test'))
    await until(async () => expect(await rows()).toEqual([]))
    await queue(anEmail('boris@mail.test'))
    // Long before the next poll.
    await vi.waitFor(async () => expect(await rows()).toEqual([]), { timeout: 5000 })
  })

  it('that stops while a mail server hangs leaves the email to the next one, due at once', async () => {
    const { port } = await mailServer(0, { onRcptTo: () => {} })
    await queue(anEmail('anna@mail.test'))
    const one = sender(`smtp://127.0.0.1:${port}`)
    await until(async () => expect(await jobs()).toMatchObject([{ state: 'active' }]))
    const start = performance.now()
    await one.stop()
    expect(performance.now() - start).toBeLessThan(6000)
    const [job] = await jobs()
    expect(job?.state).toBe('retry')
    expect(job?.dueIn).toBeLessThanOrEqual(0)
    sender(null)
    await until(async () => expect(await rows()).toEqual([]))
  })

  it('sends nothing about a deleted account', async () => {
    await queue(anEmail('anna@mail.test'))
    await database.db.transaction(tx => deleteEmailsOf(tx, { id: personId, email: 'anna@mail.test' }))
    const lines: string[] = []
    sender(null, lines)
    await until(async () => expect(await jobs()).toEqual([]))
    expect(lines).toEqual([])
  })

  it('sends emails written before there were jobs, once', async () => {
    await queue(anEmail('anna@mail.test'))
    await database.db.execute(sql`delete from pgboss.job`)
    await queueForgotten(database.db)
    await queueForgotten(database.db)
    expect(await jobs()).toHaveLength(1)
    sender(null)
    await until(async () => expect(await rows()).toEqual([]))
  })
})
