import { addToPostsCounts } from '#server/domains/accounts/accounts.api.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { publish } from '#server/platform/live/live.ts'
import { deletePost, findPostAuthor, insertPost, regionOfCompany, silenceProducts } from '../posts.queries.ts'
import { announcePosts } from './announce-posts.ts'

interface Import {
  postId: string | null
  authorId: string
  companyId: number
  newProductIds: number[]
  added: number
  changed: number
}

const inWords = (count: number, [one, few, many]: [string, string, string]) => {
  const form = new Intl.PluralRules('ru').select(count)
  return `${count.toLocaleString('ru-RU')} ${form === 'one' ? one : form === 'few' ? few : many}`
}

/** The post's text about an import. */
function bodyOf({ added, changed }: Import): string {
  const parts = [
    added > 0 ? inWords(added, ['новая позиция', 'новые позиции', 'новых позиций']) : '',
    changed > 0 ? `цены и наличие обновлены у ${inWords(changed, ['позиции', 'позиций', 'позиций'])}` : '',
  ].filter(part => part !== '')
  return `Обновили прайс-лист: ${parts.join(', ')}.`
}

/**
 * Posts a whole import once, and never its products individually, not even when moderators publish them later. The
 * caller has locked the author.
 */
export async function announceImport(tx: Tx, news: Import): Promise<void> {
  const { postId, authorId, companyId, newProductIds } = news
  await silenceProducts(tx, newProductIds)
  if (postId === null) return
  const company = await regionOfCompany(tx, companyId)
  // Only its own members see the products of a blocked company.
  if (!company || company.isBlocked) return
  await insertPost(tx, { id: postId, authorId, body: bodyOf(news), regionId: company.regionId })
  await addToPostsCounts(tx, new Map([[authorId, 1]]))
  await announcePosts(tx, new Map([[authorId, 1]]))
}

/** Deletes the post of an undone import, with everything that refers to it. The caller has locked its author. */
export async function retractImport(tx: Tx, { postId }: { postId: string | null }): Promise<void> {
  const post = postId === null ? undefined : await findPostAuthor(tx, postId)
  if (postId === null || !post) return
  await deletePost(tx, postId)
  if (post.isVisible) await addToPostsCounts(tx, new Map([[post.authorId, -1]]))
  await publish(tx, { type: 'post_removed', post_id: postId }, { watching: postId })
}
