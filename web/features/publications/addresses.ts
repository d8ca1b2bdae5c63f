/** The page of an article, or of one of its sections. */
export function articlePath(article: string, section?: string): string {
  const path = `/publications/${encodeURIComponent(article)}`
  return section ? `${path}?${new URLSearchParams({ section })}` : path
}

/** The element of an article's page in which what was asked for stands. */
export const textId = 'text'
