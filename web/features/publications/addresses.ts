/** The address of an article, or of one of its sections. */
export function articlePath(article: string, section?: string): string {
  const path = `/publications/${encodeURIComponent(article)}`
  return section ? `${path}?${new URLSearchParams({ section })}` : path
}

/** The id of the element of an article's page with the requested content. */
export const textId = 'text'
