/**
 * The `data` of each event of a text/event-stream, as it comes; other fields and comments are passed over, since the
 * server sends none that matter. `onPart` is called for whatever comes, comments too: the line is alive.
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
