import type { Db } from '../database/database.ts'
import { withoutAddresses } from '../observability/log-bounds.ts'
import { runJob } from '../observability/meters.ts'
import { claimEmails, deleteEmail, type EmailRow, postponeEmail } from './mail.queries.ts'
import { type MailTransport, RefusedEmail } from './mail-transport.ts'

/** Milliseconds after which due emails are looked for without being called. */
const interval = 3000
/** Emails sent at the same time. */
const atOnce = 5
/** Milliseconds for one email: less than the lease of a claim (mail.queries.ts), or two processes would send it. */
const sendingTime = 120_000
/** Milliseconds that a stopping process waits for what it is sending. */
const stoppingTime = 4000
/** Seconds: the first pause after a failure, doubled with every further one, and the longest. */
const pauses = { first: 5, longest: 600 }
/** Attempts after which a refusal is believed. */
const refusals = 3
/** The links in emails are long dead by then. */
const giveUpAfterDays = 5

const day = 86_400_000

export interface MailSender {
  /** Says that an email may have become due; cheap, and nothing happens before `start`. */
  wake(): void
  start(): void
  /** Ends after the emails under way; what has not gone waits in its row for the next process. */
  stop(): Promise<void>
}

/** Sends the emails that wait in the table, once each, whatever number of processes does the same. */
export function mailSender(db: Db, transport: MailTransport, logError: (line: string) => void): MailSender {
  let stopping = new AbortController()
  let started = false
  let calledAgain = false
  let underWay: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  async function fail(email: EmailRow, error: unknown): Promise<void> {
    const reason = error instanceof Error ? error.message : String(error)
    const isOld = Date.now() - email.createdAt.getTime() > giveUpAfterDays * day
    const isFinal = isOld || (error instanceof RefusedEmail && email.attempts >= refusals)
    const pause = Math.min(pauses.longest, pauses.first * 2 ** Math.min(email.attempts - 1, 20))
    // Stopping is nobody's fault: the next process tries at once.
    const after = stopping.signal.aborted ? 0 : isFinal ? 'forever' : pause
    await postponeEmail(db, email.id, after, reason)
    logError(`Письмо ${email.id} не ушло${isFinal ? ' и больше не отправляется' : ''}: ${withoutAddresses(reason)}`)
  }

  async function send(email: EmailRow): Promise<void> {
    try {
      await transport.send(email, AbortSignal.any([stopping.signal, AbortSignal.timeout(sendingTime)]))
    } catch (error) {
      return fail(email, error)
    }
    await deleteEmail(db, email.id)
  }

  async function sendDue(): Promise<void> {
    do {
      calledAgain = false
      for (;;) {
        const emails = started ? await claimEmails(db, atOnce) : []
        if (emails.length === 0) break
        await Promise.all(emails.map(send))
      }
    } while (calledAgain && started)
  }

  function wake(): void {
    if (!started) return
    if (underWay) {
      calledAgain = true
      return
    }
    clearTimeout(timer)
    underWay = runJob('send-emails', sendDue)
      .catch(error => logError(`Письма не отправляются: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        underWay = null
        if (!started) return
        if (calledAgain) wake()
        else timer = setTimeout(wake, interval).unref()
      })
  }

  return {
    wake,
    start() {
      stopping = new AbortController()
      started = true
      wake()
    },
    async stop() {
      started = false
      clearTimeout(timer)
      const patience = setTimeout(() => stopping.abort(), stoppingTime)
      await underWay
      clearTimeout(patience)
    },
  }
}
