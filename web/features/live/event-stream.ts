/**
 * The `data` of each event of a text/event-stream as it arrives; other fields and comments are ignored. `onPart` is
 * called for all data, including comments, which show that the connection is alive.
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>, onPart: () => void): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  let data: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onPart()
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line.startsWith('data:')) data.push(line.slice('data:'.length).trimStart())
        if (line !== '' || data.length === 0) continue
        yield data.join('\n')
        data = []
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
