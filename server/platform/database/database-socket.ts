import { connect, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectSecurely } from 'node:tls'

/** What the driver knows about where to connect. */
export interface Place {
  host: string[]
  port: number[]
  path?: string | false
}

/** With several servers, the next one at each attempt. */
export function placeOf({ host, port, path }: Place, tries: number): Place {
  const which = host.length > 0 ? tries % host.length : 0
  return { host: host.slice(which, which + 1), port: port.slice(which, which + 1), ...(path ? { path } : {}) }
}

/** How a connection is encrypted, from the `sslmode` of the database URL. */
export interface Encryption {
  isRequired: boolean
  isVerified: boolean
}

/** PostgreSQL's SSLRequest message, which is answered with one letter. */
const encryptionRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
/** The ReadyForQuery message ends with one of three letters. */
const readyMessage = Buffer.from('Z\0\0\0\u0005')

/** `null` for a URL that asks for no encryption. */
export function encryptionOf(url: string): Encryption | null {
  // An address with several hosts cannot be parsed by URL.
  const parameters = new URLSearchParams(url.split('?')[1] ?? '')
  const mode =
    parameters.get('sslrootcert') === 'system' ? 'verify-full' : (parameters.get('sslmode') ?? parameters.get('ssl'))
  if (!mode || mode === 'disable' || mode === 'false') return null
  const isTrusting = mode === 'require' || mode === 'prefer' || mode === 'allow'
  return { isRequired: mode !== 'prefer' && mode !== 'allow', isVerified: !isTrusting }
}

function lossOf(reason: string): Error {
  return Object.assign(new Error(`connection to the database: ${reason}`), { code: 'CONNECTION_CLOSED' })
}

function encrypted(socket: Socket, host: string, { isRequired, isVerified }: Encryption): Promise<Socket> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject).once('close', () => reject(lossOf('closed')))
    socket.once('connect', () => socket.write(encryptionRequest))
    socket.once('data', answer => {
      if (answer[0] !== 'S'.charCodeAt(0)) {
        if (isRequired) reject(lossOf('the server does not encrypt'))
        else resolve(socket)
        return
      }
      const secure = connectSecurely({
        socket,
        rejectUnauthorized: isVerified,
        ...(isIP(host) ? {} : { servername: host }),
      })
      secure.once('error', reject).once('secureConnect', () => resolve(secure))
    })
  })
}

/**
 * A connection to the database that closes itself when the server, after something was sent, is silent for so many
 * milliseconds: where packets are dropped no error ever arrives. However it ends, the driver gets the error and the end
 * in one step; between the two it would give the dying connection to the next query.
 */
export class DatabaseSocket extends Duplex {
  readonly #first: Socket
  #inner: Socket | null = null
  readonly #opened: Promise<Socket>
  readonly #silence: number
  #patience: NodeJS.Timeout | undefined
  #lastBytes = Buffer.alloc(0)

  constructor(place: Place, encryption: Encryption | null, silence: number) {
    super()
    const [host = 'localhost'] = place.host
    this.#silence = silence
    this.#first = place.path ? connect(place.path) : connect(place.port[0] ?? 5432, host)
    this.#first.setNoDelay(true)
    this.#opened = (encryption ? encrypted(this.#first, host, encryption) : Promise.resolve(this.#first)).then(socket =>
      this.#adopt(socket),
    )
    this.#opened.catch((error: Error) => this.destroy(error))
    this.#first.on('error', error => this.destroy(error))
  }

  get readyState(): 'open' | 'closed' {
    return this.destroyed ? 'closed' : 'open'
  }

  setKeepAlive(isOn: boolean, delay: number): this {
    this.#first.setKeepAlive(isOn, delay)
    return this
  }

  #adopt(socket: Socket): Socket {
    this.#inner = socket
    const end = () => this.destroy(this.writableEnded ? undefined : lossOf('closed by the server'))
    socket.removeAllListeners('close')
    socket
      .on('error', error => this.destroy(error))
      .on('end', end)
      .on('close', end)
    socket.on('data', chunk => {
      this.#hear(chunk)
      if (!this.push(chunk)) socket.pause()
    })
    return socket
  }

  #hear(chunk: Buffer): void {
    this.#patience?.refresh()
    this.#lastBytes = Buffer.concat([this.#lastBytes, chunk.subarray(-6)]).subarray(-6)
    if (this.#lastBytes.subarray(0, 5).equals(readyMessage)) this.#stopWaiting()
  }

  #stopWaiting(): void {
    clearTimeout(this.#patience)
    this.#patience = undefined
  }

  override _read(): void {
    this.#inner?.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#patience ??= setTimeout(() => this.destroy(lossOf('no answer')), this.#silence).unref()
    if (this.#inner) this.#inner.write(chunk, done)
    // If it is never opened, this is ended with the rest.
    else
      void this.#opened.then(
        socket => socket.write(chunk, done),
        () => undefined,
      )
  }

  override _final(done: () => void): void {
    this.#stopWaiting()
    this.#first.end()
    this.#inner?.end()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stopWaiting()
    this.#inner?.destroy()
    this.#first.destroy()
    // The driver writes at the end of a turn; if it saw the end before that, it would never write to this socket again.
    setImmediate(() => done(error))
  }
}
