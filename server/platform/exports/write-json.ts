import { yieldToEventLoop } from '../yield-to-event-loop.ts'

/** A value of an object that is written: read when it is its turn, a list also in parts. */
export type JsonField = () => Promise<unknown> | AsyncIterable<unknown>

/** Characters in one part. */
const partSize = 64 * 1024

const isList = (value: Promise<unknown> | AsyncIterable<unknown>): value is AsyncIterable<unknown> =>
  Symbol.asyncIterator in value

/** An object as JSON in parts: its fields, and the items of a list, are read one after the other as the parts are taken. */
export async function* jsonOf(fields: Record<string, JsonField>): AsyncGenerator<Buffer> {
  const yieldNow = yieldToEventLoop()
  let text = '{'
  for (const [at, [name, read]] of Object.entries(fields).entries()) {
    text += `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`
    const value = read()
    if (isList(value)) {
      text += '['
      let isFirst = true
      for await (const item of value) {
        text += `${isFirst ? '' : ','}${JSON.stringify(item)}`
        isFirst = false
        if (text.length > partSize) {
          yield Buffer.from(text)
          text = ''
        }
        await yieldNow()
      }
      text += ']'
    } else text += JSON.stringify(await value)
  }
  yield Buffer.from(`${text}}`)
}
