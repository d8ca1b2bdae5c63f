import type { StaffArticle, StaffArticleRow } from '#contract/moderation/publications.ts'
import type { Article, Section } from '#contract/publications.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import type { ArticleRow, OutlineRow, SectionRefRow, SectionRow } from './publications.queries.ts'

export interface Addresses {
  media: Pick<MediaStore, 'urls'>
  publicUrl: string
}

/** Characters that an adult reads in a minute: about 180 Russian words. */
const lettersPerMinute = 1200

const noPicture = { get_image: '', get_thumbnail: '' }
const urlsOf = (key: string | null, { media }: Pick<Addresses, 'media'>) => (key === null ? noPicture : media.urls(key))

const presentRef = ({ id, name, slug }: SectionRefRow) => ({ id, name, slug })

export function presentArticle({ article, sections }: OutlineRow, addresses: Addresses): Article {
  const cover = sections.find(section => section.mediaKey !== null)
  const letters = sections.reduce((sum, section) => sum + section.length, 0)
  return {
    name: article.name,
    slug: article.slug,
    created_by: { name: article.authorName },
    summary: article.summary,
    sections: sections.map(presentRef),
    pdf: `${addresses.publicUrl}/api/publications/${article.slug}/pdf/`,
    ...urlsOf(cover?.mediaKey ?? null, addresses),
    picture_alt: cover?.pictureAlt ?? '',
    reading_minutes: Math.max(1, Math.round(letters / lettersPerMinute)),
    published_at: (article.publishedAt ?? article.createdAt).toISOString(),
    updated_at: article.updatedAt.toISOString(),
  }
}

export const presentOutline = (outline: OutlineRow, addresses: Addresses) => ({
  article: presentArticle(outline, addresses),
  section: outline.sections.map(presentRef),
})

interface SectionTexts {
  body: string
  html: string
}

const neighbour = (ref: SectionRefRow | undefined) => (ref ? { name: ref.name, slug: ref.slug } : null)

export function presentSection(
  { article, sections }: OutlineRow,
  shown: SectionRefRow,
  { body, html }: SectionTexts,
  addresses: Addresses,
): Section {
  const index = sections.indexOf(shown)
  return {
    ...presentRef(shown),
    long_text_section: body,
    html,
    ...urlsOf(shown.mediaKey, addresses),
    picture_alt: shown.pictureAlt,
    article: { name: article.name, slug: article.slug },
    previous: neighbour(sections[index - 1]),
    next: neighbour(sections[index + 1]),
  }
}

export function presentStaffRow({ article, sections }: OutlineRow, addresses: Addresses): StaffArticleRow {
  const cover = sections.find(section => section.mediaKey !== null)
  return {
    id: article.id,
    name: article.name,
    slug: article.slug,
    author: article.authorName,
    get_thumbnail: urlsOf(cover?.mediaKey ?? null, addresses).get_thumbnail,
    sections_count: sections.length,
    version: article.version,
    published_at: article.publishedAt?.toISOString() ?? null,
    updated_at: article.updatedAt.toISOString(),
  }
}

export function presentStaffArticle(article: ArticleRow, sections: SectionRow[], addresses: Addresses): StaffArticle {
  return {
    id: article.id,
    name: article.name,
    slug: article.slug,
    summary: article.summary,
    author: article.authorName,
    version: article.version,
    published_at: article.publishedAt?.toISOString() ?? null,
    created_at: article.createdAt.toISOString(),
    updated_at: article.updatedAt.toISOString(),
    sections: sections.map(section => {
      const { get_image: picture, get_thumbnail } = urlsOf(section.mediaKey, addresses)
      const { id, name, slug, body: text, pictureAlt: picture_alt } = section
      return { id, name, slug, text, picture, get_thumbnail, picture_alt }
    }),
  }
}
