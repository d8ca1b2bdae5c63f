import { useApp } from '../lib/app-context.ts'

interface PageMetaProps {
  /** The page's full title (see screenTitle). */
  title: string
  description?: string
  /** Canonical path (and query) for search engines; omitted for pages that should not be indexed. */
  path?: string
  /** Absolute address of the preview picture. */
  image?: string
  /** schema.org objects. */
  structuredData?: readonly object[]
}

/** «Экран | Дендро», as every screen but the home page is titled. */
export const screenTitle = (screen: string) => `${screen} | Дендро`

/** Title, description, canonical address, previews and structured data of a screen; React moves them into the head. */
export function PageMeta({ title, description, path, image, structuredData = [] }: PageMetaProps) {
  const { publicUrl } = useApp()
  return (
    <>
      <title>{title}</title>
      <meta property="og:title" content={title} />
      <meta property="og:site_name" content="Дендро" />
      <meta property="og:locale" content="ru_RU" />
      <meta property="og:type" content="website" />
      {description && <meta name="description" content={description} />}
      {description && <meta property="og:description" content={description} />}
      {path ? <link rel="canonical" href={publicUrl + path} /> : <meta name="robots" content="noindex" />}
      {path && <meta property="og:url" content={publicUrl + path} />}
      {image && <meta property="og:image" content={image} />}
      {structuredData.map((data, index) => (
        <script
          // oxlint-disable-next-line react/no-array-index-key -- the list of a page never changes its order
          key={index}
          type="application/ld+json"
          // oxlint-disable-next-line react/no-danger -- JSON with "<" escaped cannot end the element
          dangerouslySetInnerHTML={{
            __html: JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'),
          }}
        />
      ))}
    </>
  )
}
