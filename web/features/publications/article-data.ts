import type { Article } from '#contract/publications.ts'
import { articlePath } from './addresses.ts'

/** schema.org Article. */
export function articleData(publicUrl: string, article: Article): object {
  return {
    '@type': 'Article',
    headline: article.name,
    description: article.summary,
    author: { '@type': 'Person', name: article.created_by.name },
    publisher: { '@type': 'Organization', name: 'Дендро', url: publicUrl },
    datePublished: article.published_at,
    dateModified: article.updated_at,
    inLanguage: 'ru',
    articleSection: article.sections.map(section => section.name),
    mainEntityOfPage: publicUrl + articlePath(article.slug),
    ...(article.get_image && { image: article.get_image }),
  }
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The text of a section's HTML in one line. */
export function plainText(html: string): string {
  const words = html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, entity => entities[entity] ?? entity)
  return words.replace(/\s+/g, ' ').trim()
}
