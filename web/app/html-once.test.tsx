import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { Link, StaticRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type HtmlOnce, RenderedOnce, setHtmlOnce } from '#web/ui/rendered-once.tsx'
import { makeHtmlOnce } from './html-once.tsx'

function page(content: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const sink = new Writable({
      write(part: Buffer, _encoding, done) {
        parts.push(part)
        done()
      },
      final: () => resolve(Buffer.concat(parts).toString()),
    })
    const stream = renderToPipeableStream(<StaticRouter location="/deep/address">{content}</StaticRouter>, {
      onAllReady: () => stream.pipe(sink),
      onError: reject,
    })
  })
}

const card = (name: string) => (
  <RenderedOnce as="li" name="card" of={{ name }} className="card">
    {() => (
      <>
        {name} & <Link to="/plants/a?b=1">Подробнее</Link>
      </>
    )}
  </RenderedOnce>
)
const content = (
  <main>
    <ul>
      {card('Туя')}
      {card('Сосна <b>')}
      {card('Туя')}
    </ul>
    <Link to="below">Ниже</Link>
  </main>
)

afterEach(() => setHtmlOnce(undefined))

test('a part that is rendered once is the same HTML, on a page of another address too', async () => {
  const plain = await page(content)
  const keys: string[] = []
  const once = makeHtmlOnce()
  const counting: HtmlOnce = (key, render) =>
    once(key, () => {
      keys.push(key)
      return render()
    })
  setHtmlOnce(counting)
  expect(await page(content)).toBe(plain)
  expect(await page(content)).toBe(plain)
  expect(keys).toEqual(['card{"name":"Туя"}', 'card{"name":"Сосна <b>"}'])
})
