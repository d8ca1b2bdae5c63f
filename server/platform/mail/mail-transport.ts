import { mkdir, open, rename } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { EmailRow } from './mail.queries.ts'

/** Hands emails over for delivery. `send` rejects on failure, also when `signal` aborts. */
export interface MailTransport {
  send(email: EmailRow, signal: AbortSignal): Promise<void>
}

/** The mail server has refused the email for good. */
export class RefusedEmail extends Error {}

type MailConfig = Pick<Config, 'smtpUrl' | 'publicUrl' | 'dataDir'>

/** Milliseconds without an answer after which a mail server counts as unavailable. */
const patience = 20_000
const product = 'Дендро'

function domainOf({ publicUrl }: MailConfig): string {
  const { hostname } = new URL(publicUrl)
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? 'localhost' : hostname
}

/** Many mail servers only allow the user's own sender address, which is then the user name of the URL. */
function senderOf(config: MailConfig): string {
  const user = config.smtpUrl ? decodeURIComponent(new URL(config.smtpUrl).username) : ''
  return user.includes('@') ? user : `no-reply@${domainOf(config)}`
}

/** What both transports send. The same email has the same id however often it is tried. */
function messageOf({ id, recipient, subject, createdAt, unsubscribeUrl }: EmailRow, config: MailConfig) {
  return {
    messageId: `<${id}@${domainOf(config)}>`,
    date: createdAt,
    from: { name: product, address: senderOf(config) },
    to: { name: '', address: recipient },
    subject,
    // Suppresses automatic replies.
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === null
        ? {}
        : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** Whether the server has permanently refused (RFC 5321: 5xx) the recipient or the email, rather than us. */
function isRefusal(error: unknown): boolean {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number }
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
}

function smtpTransport(config: MailConfig, url: string): MailTransport {
  const mailer = nodemailer.createTransport({
    url,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
  })
  return {
    async send(email, signal) {
      try {
        await mailer.sendMail({ ...messageOf(email, config), text: email.text, html: email.html, signal })
      } catch (error) {
        if (isRefusal(error)) throw new RefusedEmail((error as Error).message, { cause: error })
        throw error
      }
    },
  }
}

/** An unencoded part, so that a person can read the file and copy the link. */
function plainPart(type: string, content: string) {
  const lines = content.replace(/\r?\n/g, '\r\n')
  return { raw: `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${lines}` }
}

/** Without a mail server each email is written atomically to a file, and its link is logged. */
function fileTransport(config: MailConfig, log: (line: string) => void): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const folder = join(config.dataDir, 'mail')
  return {
    async send(email) {
      const parts = { text: plainPart('text/plain', email.text), html: plainPart('text/html', email.html) }
      const { message } = await composer.sendMail({ ...messageOf(email, config), ...parts })
      await mkdir(folder, { recursive: true })
      const path = join(folder, `${email.createdAt.toISOString().replace(/[:.]/g, '-')}-${email.id}.eml`)
      const file = await open(`${path}.tmp`, 'w')
      try {
        await file.writeFile(message)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.tmp`, path)
      log(`Письмо для ${email.recipient}: ${email.link ?? email.subject}`)
    },
  }
}

export function mailTransport(config: MailConfig, log: (line: string) => void): MailTransport {
  return config.smtpUrl ? smtpTransport(config, config.smtpUrl) : fileTransport(config, log)
}
