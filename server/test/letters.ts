import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { dkimSign, type DNSResolver } from 'mailauth'
import nodemailer from 'nodemailer'

/** Name servers of a test: answers by type and name. `fails`: those of this name do not answer. */
export function testZones(fails: ReadonlySet<string> = new Set()) {
  const records = new Map<string, unknown[]>()
  const resolve: DNSResolver = async (name, type) => {
    const refused = (code: string) => Object.assign(new Error(`${code} ${name}`), { code })
    if (fails.has(name)) throw refused('ETIMEOUT')
    const found = records.get(`${type} ${name.toLowerCase()}`)
    if (!found) throw refused('ENOTFOUND')
    return found as string[][]
  }
  return {
    resolve,
    text: (name: string, value: string) => void records.set(`TXT ${name}`, [[value]]),
  }
}

/** A pair of keys for signatures, and what its domain publishes of it. */
export function signingKey(bits = 2048): { pem: string; record: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
  const exported = (key: KeyObject, type: 'spki' | 'pkcs8') => key.export({ type, format: 'pem' }).toString()
  const body = exported(publicKey, 'spki').replace(/-----[^-]+-----|\s/g, '')
  return { pem: exported(privateKey, 'pkcs8'), record: `v=DKIM1; k=rsa; p=${body}` }
}

export interface WrittenLetter {
  from: string
  to?: string
  cc?: string
  subject?: string
  date?: Date
  messageId?: string
  headers?: Record<string, string>
  attachments?: { filename: string; content: string | Uint8Array; contentType?: string; cid?: string }[]
}

const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** A letter as a mail program writes it. */
export async function writeLetter({ attachments = [], ...letter }: WrittenLetter): Promise<string> {
  const { message } = await composer.sendMail({
    subject: 'Прайс',
    text: 'Здравствуйте! Прайс во вложении.',
    ...letter,
    attachments: attachments.map(({ content, ...one }) => ({
      ...one,
      content: typeof content === 'string' ? content : Buffer.from(content),
    })),
  })
  return (message as Buffer).toString('latin1')
}

export interface Signature {
  domain: string
  pem: string
  selector?: string
  /** Bytes of the text that it covers (`l=`). */
  maxBodyLength?: number
  headerList?: string
  signTime?: Date
  expires?: Date
}

/** The letter with a signature on top. */
export async function signed(letter: string, signature: Signature): Promise<string> {
  const { domain, pem, selector = 's1', maxBodyLength, ...others } = signature
  const key = { signingDomain: domain, selector, privateKey: pem }
  const options = {
    canonicalization: 'relaxed/relaxed',
    ...others,
    signatureData: [{ ...key, ...(maxBodyLength === undefined ? {} : { maxBodyLength }) }],
  }
  // Its types ask for the key twice.
  const { signatures, errors } = await dkimSign(Buffer.from(letter, 'latin1'), options as typeof options & typeof key)
  if (errors.length > 0) throw errors[0]?.err ?? new Error('not signed')
  return signatures + letter
}

export interface Envelope {
  /** The return path; `''` for none. */
  from: string
  to: string | string[]
  /** The machine from which the letter comes, as the mail exchanger says. */
  ip: string
  helo?: string
  /** How the mail exchanger says it. */
  by?: 'XCLIENT' | 'XFORWARD'
}

/** Sends commands one by one and returns the reply to each. */
export async function talk(port: number, commands: string[]): Promise<string[]> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  const replies: string[] = []
  let text = ''
  let isOver = false
  let wake = () => {}
  socket.on('data', (chunk: string) => {
    text += chunk
    wake()
  })
  const end = () => {
    isOver = true
    wake()
  }
  socket.on('close', end).on('error', end)
  async function reply(): Promise<string | null> {
    for (;;) {
      const [whole] = /^(?:\d{3}-[^\n]*\n)*\d{3}(?: [^\n]*)?\r\n/.exec(text) ?? []
      if (whole !== undefined) {
        text = text.slice(whole.length)
        return whole.trim().split('\r\n').at(-1) ?? ''
      }
      if (isOver) return null
      await new Promise<void>(resolve => {
        wake = resolve
      })
    }
  }
  await reply()
  for (const command of commands) {
    if (!isOver) socket.write(command, 'latin1')
    const said = await reply()
    if (said === null) break
    replies.push(said)
  }
  socket.destroy()
  return replies
}

/** Brings a letter to a mail server, as its domain's mail exchanger does. Returns the last reply. */
export async function bring(
  port: number,
  letter: string,
  { from, to, ip, helo = 'mx.test', by = 'XCLIENT' }: Envelope,
): Promise<string> {
  const replies = await talk(port, [
    ...(by === 'XFORWARD' ? [`EHLO ${helo}\r\n`] : []),
    `${by} ADDR=${ip.includes(':') ? `IPV6:${ip}` : ip}\r\n`,
    ...(by === 'XCLIENT' ? [`EHLO ${helo}\r\n`] : []),
    `MAIL FROM:<${from}>\r\n`,
    ...[to].flat().map(one => `RCPT TO:<${one}>\r\n`),
    'DATA\r\n',
    `${letter.replace(/^\./gm, '..')}\r\n.\r\n`,
  ])
  // After a refusal there is nothing to say.
  const refusal = replies.find(reply => /^[45]/.test(reply))
  return refusal ?? replies.at(-1) ?? ''
}
