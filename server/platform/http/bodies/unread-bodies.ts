import type { IncomingMessage, ServerResponse } from 'node:http'

/** How much of a body that nobody wants is still taken, and for how many milliseconds, so that its sender sees the answer. */
const leftover = { bytes: 2 * 1024 * 1024, time: 5000 }

/**
 * To be called before an answer is sent: when the request's body has not come to its end, the connection ends with the
 * answer. Node would either go on reading for as long as somebody sends, or close at once: then the system takes back
 * an answer that a browser, still sending, has not looked at.
 */
export function endWithUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { headers, socket } = request
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  // Requests from inside this process have no connection.
  if (!hasBody || request.complete !== false || !socket?.remoteAddress || response.headersSent) return
  response.setHeader('connection', 'close')
  // This is how Node ends a connection after its last answer.
  socket.destroySoon = () => {
    socket.end()
    let left = leftover.bytes
    const timer = setTimeout(() => socket.destroy(), leftover.time)
    socket.once('close', () => clearTimeout(timer))
    // What comes now is for nobody, not even another request's beginning.
    socket.removeAllListeners('data').removeAllListeners('end')
    socket.on('end', () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) socket.destroy()
    })
    socket.resume()
  }
}
