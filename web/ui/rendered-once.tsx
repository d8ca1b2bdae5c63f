import type { ComponentProps, ReactNode } from 'react'

type ElementName = 'div' | 'footer' | 'header' | 'li' | 'section' | 'ul'

type RenderedOnceProps<Name extends ElementName> = Omit<
  ComponentProps<Name>,
  'children' | 'dangerouslySetInnerHTML'
> & {
  as: Name
  /** Identifies the content among all others. */
  name: string
  /** Everything that the content shows, as JSON has it; nothing for content that is always the same. */
  of?: unknown
  children: () => ReactNode
}

/** Returns the HTML of what `render` returns, from a cache where it can. */
export type HtmlOnce = (key: string, render: () => ReactNode) => string

let htmlOnce: HtmlOnce | undefined

/** Called by the server before it renders; the browser never has one. */
export function setHtmlOnce(given: HtmlOnce | undefined): void {
  htmlOnce = given
}

/**
 * An element whose content the server renders once for as long as `of` is the same, whichever page it is on, and
 * afterwards inserts as text: most of a page are cards and frames that other pages have shown before. The browser
 * renders and hydrates it like any other.
 *
 * The content must depend on `of` alone on the server: no context but the router's links, which start at the root, no
 * query and no `useId`. A picture that is not lazy must stand in a `<picture>`: for any other React would write a preload
 * link into the HTML, which the browser does not expect there.
 */
export function RenderedOnce<Name extends ElementName>({ as, name, of, children, ...rest }: RenderedOnceProps<Name>) {
  const Element: string = as
  if (!htmlOnce) return <Element {...rest}>{children()}</Element>
  const html = htmlOnce(of === undefined ? name : name + JSON.stringify(of), children)
  // oxlint-disable-next-line react/no-danger -- React has rendered it
  return <Element {...rest} dangerouslySetInnerHTML={{ __html: html }} />
}
