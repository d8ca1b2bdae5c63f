import type { DehydratedState } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HydrationState } from 'react-router'
import favicon from './favicon.svg?no-inline'

/** Built files that a page needs at once. */
export interface PageAssets {
  /** Scripts that run before the first paint, and fetch the others after it. */
  blocking: string[]
  scripts: string[]
  /** What the scripts import. */
  preloads: string[]
  styles: string[]
  /** Fonts that every page uses above the fold. */
  fonts: string[]
}

/** State that the server sends to the browser for hydration. */
export interface Boot {
  publicUrl: string
  /** The page's route is one of lazy-routes.tsx. */
  isLate: boolean
  assets: PageAssets
  router: HydrationState
  queries: DehydratedState
}

export const bootElementId = 'boot'

interface DocumentProps {
  assets: PageAssets
  children: ReactNode
}

/** The HTML document around the application. */
export function Document({ assets, children }: DocumentProps) {
  return (
    <html lang="ru" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {assets.blocking.map(src => (
          <script
            key={src}
            src={src}
            data-preloads={assets.preloads.join(' ')}
            data-scripts={assets.scripts.join(' ')}
          />
        ))}
        {assets.fonts.map(href => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="" />
        ))}
        {assets.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} precedence="default" />
        ))}
      </head>
      <body>{children}</body>
    </html>
  )
}
