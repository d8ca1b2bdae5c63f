const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The words of a section's HTML in one line. */
export function plainText(html: string): string {
  const words = html.replace(/<[^>]*>/g, ' ').replace(/&(?:amp|lt|gt|quot|#39);/g, entity => entities[entity] ?? entity)
  return words.replace(/\s+/g, ' ').trim()
}
