import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { headerLimits, readLetterHeader } from './letter-headers.ts'
import type { UnprovenLetter } from './prove-sender.ts'

export const receivingLimits = {
  /** Bytes of a letter. */
  letter: 20 * 1024 * 1024,
  /** Open connections in all, and of one address that is not a mail exchanger of ours. */
  connections: 30,
  connectionsOfOne: 4,
  /** Letters that arrive or are judged at once: each takes disk, and a part of a process that reads. */
  lettersAtOnce: 6,
  /** Letters and other commands of one connection. */
  lettersOfOne: 20,
  commands: 400,
  /** Milliseconds without a sign, for a connection, and for judging a letter. */
  silence: 60_000,
  connection: 10 * 60_000,
  judging: 60_000,
} as const

/** A letter that is not taken, with what its sender's machine is told. */
export class LetterRefused extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** What everybody is told whose letter is not taken, whatever the reason: it must not say who or what is known here. */
export const notTaken = () =>
  new LetterRefused(550, '5.7.1 Not accepted: see the page of price lists for who may send here, and how')
export const tryLater = () => new LetterRefused(451, '4.3.0 Cannot be accepted now, please try later')

/** A letter on disk, until it is judged. */
export interface ReceivedLetter extends UnprovenLetter {
  path: string
}

interface MailServerOptions {
  host: string
  port: number
  /** The domain of its addresses, in lower case. */
  domain: string
  /** Where letters are written while they are judged. */
  folder: string
  /** The addresses of mail exchangers that may say for whom they speak (XCLIENT, XFORWARD). */
  exchangers: string[]
  /** Whether an address of this form is ours at all, by the part before the `@` in lower case. */
  isOurForm(local: string): boolean
  /** Takes the letter, or throws LetterRefused. */
  judge(letter: ReceivedLetter, signal: AbortSignal): Promise<void>
  logError(error: unknown): void
  /** Other bounds, for tests. */
  bounds?: Partial<Record<keyof typeof receivingLimits, number>>
}

export interface MailServer {
  port: number
  close(): Promise<void>
}

/** Where the header ends, or -1. */
const endOfHeader = (start: Buffer) => start.indexOf('\r\n\r\n')

/**
 * Writes a letter to disk. Returns its header's text, or `null` if it is too long; the rest of a letter that is too long
 * is read and forgotten, so that its sender hears why.
 */
async function writeLetter(stream: Readable, path: string, most: number): Promise<string | null> {
  const file = await open(path, 'wx')
  let start = Buffer.alloc(0)
  let size = 0
  let isHeaderRead = false
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > most) continue
      if (!isHeaderRead && start.length <= headerLimits.bytes) start = Buffer.concat([start, chunk])
      isHeaderRead ||= endOfHeader(start) >= 0
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
  const end = endOfHeader(start)
  return size > most || end < 0 || end > headerLimits.bytes ? null : start.toString('latin1', 0, end + 2)
}

/** Ends connections that take too long or that one address has too many of. */
function boundConnections(server: SMTPServer, exchangers: string[], most: { ofOne: number; milliseconds: number }) {
  const open = new Map<string, number>()
  server.server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    const now = (open.get(address) ?? 0) + 1
    open.set(address, now)
    const timer = setTimeout(() => socket.destroy(), most.milliseconds).unref()
    socket.once('close', () => {
      clearTimeout(timer)
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
    if (now > most.ofOne && !exchangers.includes(address)) socket.destroy()
  })
}

/** Ends connections that say too much: the library counts only what it does not understand. */
function boundCommands(server: SMTPServer, most: number): void {
  interface Connection {
    _onCommand(...given: unknown[]): void
    send(code: number, text: string): void
    close(): void
  }
  const { connect } = server as unknown as { connect(...given: unknown[]): void }
  const connections = (server as unknown as { connections: Set<Connection> }).connections
  Object.assign(server, {
    connect(...given: unknown[]) {
      const before = new Set(connections)
      connect.apply(server, given)
      for (const connection of connections) {
        if (before.has(connection)) continue
        const command = connection._onCommand
        let count = 0
        connection._onCommand = (...said) => {
          count++
          if (count <= most) return command.apply(connection, said)
          if (count === most + 1) connection.send(421, 'Too many commands')
        }
      }
    },
  })
}

/** Receives letters by SMTP. Rejects if the port is not to be had. */
export async function startMailServer(options: MailServerOptions): Promise<MailServer> {
  const { host, port, domain, folder, exchangers, isOurForm, judge, logError } = options
  const bounds = { ...receivingLimits, ...options.bounds }
  let arriving = 0
  const lettersOf = new WeakMap<object, number>()

  async function take(stream: Readable, session: SMTPServerSession): Promise<void> {
    const path = join(folder, randomUUID())
    try {
      const header = await writeLetter(stream, path, bounds.letter)
      const { mailFrom, rcptTo } = session.envelope
      const read = header === null ? null : readLetterHeader(header)
      if (!read) throw notTaken()
      const letter = {
        path,
        header: read,
        sender: mailFrom === false ? '' : mailFrom.address,
        ip: session.remoteAddress,
        helo: session.hostNameAppearsAs || '',
        recipient: rcptTo[0]?.address.toLowerCase() ?? '',
        open: () => createReadStream(path),
      }
      // A bounce, or a program's answer: nobody means it, and an answer could go on forever.
      if (letter.sender === '' || read.isReply) throw notTaken()
      await judge(letter, AbortSignal.timeout(bounds.judging))
    } finally {
      await rm(path, { force: true })
    }
  }

  const server = new SMTPServer({
    name: domain,
    banner: 'ESMTP',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    hideENHANCEDSTATUSCODES: true,
    disableReverseLookup: true,
    size: bounds.letter,
    maxClients: bounds.connections,
    socketTimeout: bounds.silence,
    closeTimeout: 3000,
    // Its types know only yes and no.
    ...{ useXClient: exchangers, useXForward: exchangers },
    onMailFrom(_address, session, done) {
      const letters = (lettersOf.get(session) ?? 0) + 1
      lettersOf.set(session, letters)
      if (letters > bounds.lettersOfOne) return done(new LetterRefused(421, '4.7.0 Too many letters at once'))
      done()
    },
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length > 0) return done(new LetterRefused(452, '4.5.3 One recipient at a time'))
      const at = address.lastIndexOf('@')
      const isOurs = address.slice(at + 1).toLowerCase() === domain && isOurForm(address.slice(0, at).toLowerCase())
      // The same for every address of the form, known or not.
      done(isOurs ? null : new LetterRefused(550, '5.1.1 No such address'))
    },
    onData(stream, session, done) {
      if (arriving >= bounds.lettersAtOnce) {
        stream.resume()
        stream.once('end', () => done(tryLater()))
        return
      }
      void (async () => {
        arriving++
        const refusal = await take(stream, session).then(
          () => null,
          (error: unknown) => error,
        )
        arriving--
        if (refusal === null) return done(null, 'Accepted')
        stream.resume()
        if (!(refusal instanceof LetterRefused)) logError(refusal)
        done(refusal instanceof LetterRefused ? refusal : tryLater())
      })()
    },
  } as ConstructorParameters<typeof SMTPServer>[0])
  // Of connections that break off; what concerns a letter has been told to its sender.
  server.on('error', () => {})
  boundConnections(server, exchangers, { ofOne: bounds.connectionsOfOne, milliseconds: bounds.connection })
  boundCommands(server, bounds.commands)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}
