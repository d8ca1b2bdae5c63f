import { mentionsIn, replaceMentions, writeMention } from '#contract/mentions.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { canSeePerson } from '#server/policy/people.ts'
import { canReadPost } from '#server/policy/posts.ts'
import { personMentioned } from '../posts.events.ts'
import { countTold, insertMentions, listMentioned, listUntold, noteTold } from './mentions.queries.ts'

/** How many people one text may call, over all its edits; whoever else it names is a link and no more. */
export const toldMost = 10

const idsIn = (texts: string[]) => [...new Set(texts.flatMap(text => mentionsIn(text).map(({ id }) => id)))]

/** What is read in place of somebody whom the reader must not see. */
const unnamed = '@Скрытый пользователь'

/**
 * Returns the function that writes these texts for the actor, with the present names of the people in them; one query,
 * and none where nobody is named.
 */
export async function mentionWriter(db: Db | Tx, actor: Actor, texts: string[]): Promise<(text: string) => string> {
  const ids = idsIn(texts)
  if (ids.length === 0) return text => text
  const people = new Map((await listMentioned(db, actor, ids)).map(person => [person.id, person]))
  return text =>
    replaceMentions(text, ({ name, id }) => {
      const person = people.get(id)
      if (!person) return `@${name}`
      return canSeePerson(actor, person) ? writeMention({ name: person.name, id }) : unnamed
    })
}

interface Text {
  postId: string
  commentId: string | null
}

/**
 * Notes whom a text of the actor names and tells those who may see its post: each once a text, however often it is
 * edited, not the post's author of a comment, who is told of that, and not more than `toldMost`, the first ones first.
 */
export async function tellMentioned(tx: Tx, actor: Actor, text: Text, body: string): Promise<void> {
  const ids = idsIn([body])
  if (ids.length === 0) return
  await insertMentions(tx, text, ids)
  const told = (await listUntold(tx, text, ids, actor.id)).filter(({ userId, isApartFromWriter, ...post }) => {
    const reader = { id: userId, isStaff: false, companyId: null, silences: 0 }
    const isHost = text.commentId !== null && userId === post.authorId
    return userId !== actor.id && !isHost && !isApartFromWriter && canReadPost(reader, post)
  })
  const left = told.length === 0 ? 0 : Math.max(0, toldMost - (await countTold(tx, text)))
  const wanted = new Set(told.map(({ userId }) => userId))
  const userIds = ids.filter(id => wanted.has(id)).slice(0, left)
  if (userIds.length === 0) return
  await noteTold(tx, text, userIds)
  await personMentioned.emit(tx, { postId: text.postId, actorId: actor.id, userIds })
}
