import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How much of an unwanted body is still read, and for how many milliseconds, so that its sender sees the response. */
const leftover = { bytes: 2 * 1024 * 1024, time: 5000 }

/**
 * To be called before a response is sent: when the request's body has not been fully read, the connection closes after
 * the response. Node would either keep reading for as long as the client sends, or close at once: then the reset
 * discards a response that a browser, still sending, has not read.
 */
export function endWithUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  // Requests from inside this process have no connection.
  if (!hasBody || request.complete !== false || !socket?.remoteAddress || response.headersSent) return
  response.setHeader('connection', 'close')
  // This is how Node ends a connection after its last answer.
  socket.destroySoon = () => endUnread(socket)
}

/**
 * Ends the connection after what was written to it. Whatever still arrives is discarded and not parsed as another
 * request.
 */
export function endUnread(socket: Socket): void {
  socket.end()
  let left = leftover.bytes
  const timer = setTimeout(() => socket.destroy(), leftover.time)
  socket.once('close', () => clearTimeout(timer))
  socket.removeAllListeners('data').removeAllListeners('end')
  socket.on('end', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) socket.destroy()
  })
  socket.resume()
}
