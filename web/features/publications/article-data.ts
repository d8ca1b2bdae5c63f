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
