import { mentionsIn } from '#contract/mentions.ts'
import type { PostChange } from '#contract/post-forms.ts'
import type { Comment, Post } from '#contract/posts.ts'
import { addToPostsCounts, lockPeople } from '#server/domains/accounts/accounts.api.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import { AppError } from '#server/platform/http/errors.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish } from '#server/platform/live/live.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { isPrivateKey, newPrivateKey } from '#server/platform/media/private-addresses.ts'
import { canEditComment, canEditPost, canReadPost, canRemoveComment } from '#server/policy/posts.ts'
import { noSuchPost, type PostDeps, postPresenter } from '../feed/feed.service.ts'
import { replaceHashtags } from '../feed/hashtags.queries.ts'
import { findComment, findPost } from '../post-rows.queries.ts'
import { commentRemoving, type Grounds } from '../posts.events.ts'
import { presentComments } from '../posts.present.ts'
import {
  countComments,
  deleteComment,
  findChangeable,
  findRights,
  insertEarlierText,
  likeCommentOnce,
  lockComment,
  moveAttachments,
  updateComment,
  updatePost,
} from '../posts.queries.ts'
import { hashtagsOf } from './hashtags.ts'
import { tellMentioned } from './mentions.service.ts'
import { lockAnswerable, lockReadable, publishChange } from './write-posts.service.ts'

const nothingWritten = () =>
  new AppError('INVALID_INPUT', undefined, { body: fieldError('Напишите что-нибудь', 'required') })

const noSuchComment = () => new AppError('NOT_FOUND', 'Такого комментария нет.')

type Picture = { id: string; mediaKey: string }

/** Copies pictures that everybody can address to keys that nobody knows; by the ids of the attachments. */
async function hidePictures(media: MediaStore, pictures: Picture[]): Promise<Map<string, string>> {
  const moved = await Promise.all(
    pictures.map(async ({ id, mediaKey }) => {
      const key = newPrivateKey()
      return (await media.copyPicture(mediaKey, key)) ? [[id, key] as const] : []
    }),
  )
  return new Map(moved.flat())
}

/** Changes posts and comments; what they said before is kept for moderators, and an edit tells nobody. */
export function postEdits(deps: PostDeps & { media: MediaStore }) {
  const { db, media } = deps
  const present = postPresenter(deps)

  /** The rights are checked before and, once locked, in the transaction. Throws NOT_FOUND and FORBIDDEN. */
  function checkEditable(actor: Actor, post: Awaited<ReturnType<typeof findRights>>): asserts post {
    if (!post || !canReadPost(actor, post)) throw noSuchPost()
    const isOfProduct = post.productId !== null
    if (canEditPost(actor, { ...post, isOfProduct })) return
    if (post.authorId !== actor.id) throw new AppError('FORBIDDEN', 'Запись изменяет её автор.')
    throw new AppError(
      'FORBIDDEN',
      isOfProduct ? 'Запись о растении меняется вместе с его описанием.' : 'Запись скрыта модератором.',
    )
  }

  /** Throws CONFLICT for a request for prices that should be none any more. */
  async function editPost(actor: Actor, id: string, form: PostChange): Promise<Post> {
    checkEditable(actor, await findRights(db, actor, id))
    const seen = await findChangeable(db, id)
    const isHiding = form.is_private === true
    const exposed = isHiding ? (seen?.pictures ?? []).filter(({ mediaKey }) => !isPrivateKey(mediaKey)) : []
    // Before the transaction, because it copies files; pictures of a post are never replaced otherwise.
    const hidden = await hidePictures(media, exposed)
    return db.transaction(async tx => {
      await lockPeople(tx, [actor.id])
      const rights = await lockReadable(tx, actor, id)
      checkEditable(actor, rights)
      const now = await findChangeable(tx, id)
      if (!now) throw noSuchPost()
      const { pictures, asksPrices, ...was } = now
      const wanted = {
        body: form.body ?? was.body,
        isPrivate: form.is_private ?? was.isPrivate,
        isRequest: form.is_request ?? was.isRequest,
      }
      if (wanted.body === '' && pictures.length === 0) throw nothingWritten()
      if (asksPrices && !wanted.isRequest) {
        throw new AppError('CONFLICT', 'Питомники уже называют цены по этой записи: отмените запрос цен.')
      }
      const isSame =
        wanted.body === was.body && wanted.isPrivate === was.isPrivate && wanted.isRequest === was.isRequest
      if (!isSame) await store(tx, actor, rights, was, wanted, hidden)
      const found = await findPost(tx, actor, id)
      const [post] = found ? await present(tx, actor, [found]) : []
      if (!post) throw noSuchPost()
      return post
    })
  }

  type State = { body: string; isPrivate: boolean; isRequest: boolean }

  async function store(
    tx: Tx,
    actor: Actor,
    { id, authorId, isVisible }: { id: string; authorId: string; isVisible: boolean },
    was: State,
    wanted: State,
    hidden: Map<string, string>,
  ): Promise<void> {
    if (wanted.body !== was.body) await insertEarlierText(tx, { id: uuidv7(), postId: id, body: was.body })
    if (hidden.size > 0) {
      await putMedia(tx, [...hidden.values()])
      await moveAttachments(tx, hidden)
    }
    const becomes = Number(was.isPrivate) - Number(wanted.isPrivate)
    if (isVisible && becomes !== 0) await addToPostsCounts(tx, new Map([[authorId, becomes]]))
    await updatePost(tx, id, { ...wanted, hasMentions: mentionsIn(wanted.body).length > 0 })
    if (wanted.body !== was.body) await replaceHashtags(tx, id, hashtagsOf(wanted.body))
    await tellMentioned(tx, actor, { postId: id, commentId: null }, wanted.body)
    const isWithdrawn = wanted.isPrivate && !was.isPrivate
    await publish(tx, { type: isWithdrawn ? 'post_removed' : 'post_edited', post_id: id }, { watching: id })
  }

  /**
   * Locks the post, as `lock` allows, then a comment of it that the actor sees. Throws NOT_FOUND, and FORBIDDEN for a
   * hidden post where nothing may be answered.
   */
  async function lockBoth(tx: Tx, actor: Actor, postId: string, id: string, lock = lockAnswerable) {
    const post = await lock(tx, actor, postId)
    const comment = await lockComment(tx, actor, postId, id)
    if (!comment) throw noSuchComment()
    return { ...comment, hostId: post.authorId }
  }

  return {
    editPost,

    async editComment(actor: Actor, postId: string, id: string, body: string): Promise<Comment> {
      return db.transaction(async tx => {
        const comment = await lockBoth(tx, actor, postId, id)
        if (!canEditComment(actor, comment)) throw new AppError('FORBIDDEN', 'Комментарий изменяет его автор.')
        if (body === '' && comment.productId === null) throw nothingWritten()
        if (body !== comment.body) {
          await insertEarlierText(tx, { id: uuidv7(), postId, commentId: id, body: comment.body })
          await updateComment(tx, id, body)
          await tellMentioned(tx, actor, { postId, commentId: id }, body)
          await publish(tx, { type: 'post_edited', post_id: postId }, { watching: postId })
        }
        const row = await findComment(tx, actor, id)
        const [presented] = row ? await presentComments(tx, deps, [row], actor) : []
        if (!presented) throw noSuchComment()
        return presented
      })
    },

    /**
     * Also below a post that a moderator has hidden. A moderator's reason is for the author of the comment; the others'
     * is not asked for.
     */
    async removeComment(actor: Actor, postId: string, id: string, { reason, rule }: Grounds) {
      await db.transaction(async tx => {
        const comment = await lockBoth(tx, actor, postId, id, lockReadable)
        if (!canRemoveComment(actor, comment)) {
          throw new AppError('FORBIDDEN', 'Комментарий удаляет его автор или автор записи.')
        }
        const { authorId, hostId, body } = comment
        if (authorId !== actor.id && hostId !== actor.id)
          await commentRemoving.emit(tx, { commentId: id, authorId, body, actor, reason, rule })
        await deleteComment(tx, id)
        await publishChange(tx, postId, await countComments(tx, postId, -1), null)
      })
      return { message: 'comment deleted' as const }
    },

    async likeComment(actor: Actor, postId: string, id: string) {
      return db.transaction(async tx => {
        await lockBoth(tx, actor, postId, id)
        const isNew = await likeCommentOnce(tx, id, actor.id)
        return { message: isNew ? ('like created' as const) : ('comment already liked' as const) }
      })
    },
  }
}
