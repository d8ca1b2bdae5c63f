import { LRUCache } from 'lru-cache'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import type { HtmlOnce } from '#web/ui/rendered-once.tsx'

/** Characters of rendered parts, with their keys, kept in memory by one process. */
const keptCharacters = 16 * 1024 * 1024

/**
 * The cache behind `RenderedOnce`. The renderer to text keeps its state apart from that of the stream which renders the
 * page around it.
 */
export function makeHtmlOnce(): HtmlOnce {
  const kept = new LRUCache<string, string>({
    maxSize: keptCharacters,
    sizeCalculation: (html, key) => html.length + key.length,
  })
  return (key, render) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const html = renderToString(<StaticRouter location="/">{render()}</StaticRouter>)
    kept.set(key, html)
    return html
  }
}
