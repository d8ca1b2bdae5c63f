import type { Tx } from '#server/platform/database/database.ts'
import { findArticleBySlug } from './article-writes.queries.ts'
import { freeAddress } from './plan-article.ts'

/** A free address made from a name. The caller has locked the articles. */
export async function reserveAddress(tx: Tx, name: string): Promise<string> {
  const taken = new Set<string>()
  for (;;) {
    const slug = freeAddress(name, 'statya', candidate => taken.has(candidate))
    if (!(await findArticleBySlug(tx, slug))) return slug
    taken.add(slug)
  }
}
