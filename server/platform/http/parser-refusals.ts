import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { endUnread } from './bodies/unread-bodies.ts'
import { AppError, problemOf, sendProblem } from './errors.ts'

/** Connections on which something was refused: nothing that follows on them is a request. */
const refused = new WeakSet<Socket>()
/** Requests that are refused, and those that came after one on the same connection. */
const malformed = new WeakSet<IncomingMessage>()
const late = new WeakSet<IncomingMessage>()

/** What Node calls the errors of its parser. */
const codes: Record<string, 'TOO_SLOW' | 'HEADERS_TOO_LARGE'> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/** A problem document as it is sent without Fastify. */
function answerOf(error: AppError) {
  const requestId = randomUUID()
  const problem = problemOf(error, requestId)
  const body = JSON.stringify(problem)
  const headers = {
    'Content-Type': 'application/problem+json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
    'X-Request-Id': requestId,
  }
  return { requestId, status: problem.status, headers, body }
}

/**
 * Refuses what the parser could not read, and ends the connection. Requests before it on the same connection get their
 * own answers first: this one would be taken for theirs.
 */
function refuse(app: FastifyInstance, error: AppError, socket: Socket): void {
  refused.add(socket)
  if (!socket.writable) return void socket.destroy()
  // The response that Node is sending on this connection, or sends next.
  const { _httpMessage: current } = socket as { _httpMessage?: ServerResponse | null }
  if (current?.req.complete) return void current.once('close', () => refuse(app, error, socket))
  // It began to answer the very request that turned out to be unreadable.
  if (current?.headersSent) return void socket.destroy()
  const { requestId, status, headers, body } = answerOf(error)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  endUnread(socket)
  app.log.info({ id: requestId, status }, 'unreadable request')
}

/** Fastify's `clientErrorHandler`. */
export function refuseUnreadable(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket): void {
  // The parser repeats its error for whatever arrives after it.
  if (socket.destroyed || refused.has(socket)) return
  if (error.code === 'ECONNRESET') return void socket.destroy()
  refuse(this, new AppError(codes[error.code ?? ''] ?? 'UNREADABLE_BODY'), socket)
}

/** Whether no proxy or program of today sends such a request: HTTP/0.9, or not exactly one host. */
function isMalformed({ httpVersionMajor, httpVersionMinor, rawHeaders, headers }: IncomingMessage): boolean {
  if (httpVersionMajor < 1) return true
  if (headers.host === undefined) return httpVersionMinor > 0
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

/**
 * Refuses requests that Node parses but that are none for us, in the form of all refusals. Fastify is created with
 * `refuseUnreadable` and with `requireHostHeader: false`, because Node's own refusal says nothing.
 */
export function addParserRefusals(app: FastifyInstance): void {
  app.server.on('checkExpectation', ({ socket }: IncomingMessage, response: ServerResponse) => {
    refused.add(socket)
    const { status, headers, body } = answerOf(new AppError('EXPECTATION_FAILED'))
    socket.destroySoon = () => endUnread(socket)
    response.writeHead(status, headers).end(body)
  })
  // A proxy's method. Without a listener Node closes the connection without a word.
  app.server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => {})
    refuse(app, new AppError('NOT_FOUND'), socket)
  })
  // At once, before the parser goes on to the next request of the connection.
  app.server.prependListener('request', (request: IncomingMessage) => {
    if (refused.has(request.socket)) late.add(request)
    else if (isMalformed(request)) {
      refused.add(request.socket)
      malformed.add(request)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    if (late.has(raw)) return void reply.hijack()
    // Node does not read on after an offer to change the protocol, which is not taken here.
    if (raw.headers.upgrade !== undefined || malformed.has(raw)) reply.header('connection', 'close')
    // Not thrown: a page would answer with an error page, as if the site were at fault.
    if (malformed.has(raw)) return sendProblem(new AppError('UNREADABLE_BODY'), request, reply)
  })
}
