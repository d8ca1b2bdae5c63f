import './article-text.css'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/** A text as the server has rendered it from Markdown: every tag in it is the server's own. */
export function ArticleText({ html }: { html: string }) {
  const navigate = useNavigate()

  /** Links within the site go without loading a new document, as all others here do. */
  function follow(event: MouseEvent<HTMLDivElement>) {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = (event.target as Element).closest('a')
    if (!link || link.origin !== window.location.origin || link.pathname.startsWith('/api/')) return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash)
  }

  return (
    // The links in it are what is clicked, and what the keyboard reaches.
    // biome-ignore lint/a11y/noStaticElementInteractions: the box only listens to its links
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      className="article-text"
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: written by server/domains/publications/markdown
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
