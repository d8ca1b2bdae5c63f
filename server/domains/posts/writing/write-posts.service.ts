import type { z } from 'zod'
import { mentionsIn } from '#contract/mentions.ts'
import { type NewComment, postLimits } from '#contract/post-forms.ts'
import type { Comment, newPostForm, Post } from '#contract/posts.ts'
import type { postReportForm } from '#contract/reports.ts'
import { addToPostsCounts } from '#server/domains/accounts/accounts.api.ts'
import { shareCompanies } from '#server/domains/companies/companies.api.ts'
import { friendIds } from '#server/domains/friends/friends.service.ts'
import { askInPost, joinPost } from '#server/domains/trade/requests/posted-requests.service.ts'
import { selectUploads } from '#server/domains/uploads/uploads.api.ts'
import { consumeUploads, placeUploads } from '#server/domains/uploads/uploads.service.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/ids.ts'
import type { ReceivedFile } from '#server/platform/http/bodies/received-files.ts'
import { AppError } from '#server/platform/http/errors.ts'
import type { Actor } from '#server/platform/http/session.ts'
import { publish } from '#server/platform/live/live.ts'
import { putMedia } from '#server/platform/media/media.queries.ts'
import type { MediaStore } from '#server/platform/media/media.ts'
import { storePictures } from '#server/platform/media/pictures.ts'
import { canAnswerPost, canReadPost, canReportPost, canSupply } from '#server/policy/posts.ts'
import { noSuchPost, type PostDeps, postPresenter } from '../feed/feed.service.ts'
import { insertHashtags } from '../feed/hashtags.queries.ts'
import { findComment, findPost } from '../post-rows.queries.ts'
import { postCommented, postLiked, postOffered } from '../posts.events.ts'
import { presentComments } from '../posts.present.ts'
import {
  countComments,
  insertComment,
  likeOnce,
  insertPost,
  insertReport,
  isOwnListing,
  lockComment,
  lockPost,
  type PostCounts,
} from '../posts.queries.ts'
import { announcePosts, announceToFriends } from './announce-posts.ts'
import { hashtagsOf } from './hashtags.ts'
import { tellMentioned } from './mentions.service.ts'

type NewPost = z.output<typeof newPostForm>

const cannotSupply = () =>
  new AppError('FORBIDDEN', 'Предлагать растения можно от своей компании и в ответ на чужую запись «куплю».')

function refuse(field: string, message: string, code: string): never {
  throw new AppError('INVALID_INPUT', undefined, { [field]: [{ message, code }] })
}

/** Locks the post until the transaction ends. Throws NOT_FOUND for one that the actor may not see. */
export async function lockReadable(tx: Tx, actor: Actor, id: string) {
  const post = await lockPost(tx, actor, id)
  if (!post || !canReadPost(actor, post)) throw noSuchPost()
  return post
}

/** Locks the post for a reply. Throws FORBIDDEN for one that a moderator has hidden but the actor still sees. */
export async function lockAnswerable(tx: Tx, actor: Actor, id: string) {
  const post = await lockReadable(tx, actor, id)
  if (!canAnswerPost(actor, post)) throw new AppError('FORBIDDEN', 'Запись скрыта модератором.')
  return post
}

const nothingAllowed = { edit: false, remove: false }

/** Publishes the post's new counts to pages that show it. */
export async function publishChange(tx: Tx, id: string, counts: PostCounts, comment: Comment | null): Promise<void> {
  const { likesCount: likes_count, commentsCount: comments_count } = counts
  const event = { type: 'post_changed' as const, post_id: id, likes_count, comments_count, comment }
  await publish(tx, event, { watching: id }, { ...event, comment: null })
}

type PostReport = z.output<typeof postReportForm>

/** Creates posts, and handles likes, comments and reports. */
export function postWrites(deps: PostDeps & { media: MediaStore }) {
  const { db, media } = deps
  const present = postPresenter(deps)

  /**
   * Pictures uploaded in advance come first. Throws INVALID_INPUT for an empty post and for files that are not
   * pictures.
   */
  async function createPost(actor: Actor, form: NewPost, files: ReceivedFile[]): Promise<Post> {
    const { body = '', photos = [], is_private: isPrivate = false, project } = form
    const isRequest = form.is_request === true || project !== undefined
    const pictures = photos.length + files.length
    if (pictures > postLimits.pictures) refuse('image', `Не больше ${postLimits.pictures} снимков`, 'too_many')
    if (body === '' && pictures === 0) refuse('body', 'Напишите что-нибудь', 'required')
    const found = photos.length > 0 ? await selectUploads(db, actor.id, photos) : []
    if (found.length < new Set(photos).size || new Set(photos).size < photos.length)
      refuse('photos', 'Такого снимка нет', 'unknown')
    const stored = await storePictures(media, files, isPrivate)
    const placed = await placeUploads(media, found, isPrivate)
    const id = uuidv7()
    return db.transaction(async tx => {
      await putMedia(tx, [...stored, ...placed.values()])
      const sentAhead = await consumeUploads(tx, actor.id, placed)
      const keys = [
        ...photos.map(photo => sentAhead.get(photo) ?? refuse('photos', 'Такого снимка нет', 'unknown')),
        ...stored,
      ]
      const attachments = keys.map(mediaKey => ({ id: uuidv7(), mediaKey }))
      // Storing the post locks the feed's version, for which others wait: what can be done before it, is.
      if (!isPrivate) await addToPostsCounts(tx, new Map([[actor.id, 1]]))
      if (isPrivate) await announceToFriends(tx, actor.id, await friendIds(tx, actor.id))
      else await announcePosts(tx, new Map([[actor.id, 1]]))
      if (project) await askInPost(tx, actor, { project, lines: form.lines ?? [], deadline: form.deadline }, id)
      const hasMentions = mentionsIn(body).length > 0
      await insertPost(tx, { id, authorId: actor.id, body, isPrivate, isRequest, hasMentions }, attachments)
      await insertHashtags(tx, id, hashtagsOf(body))
      await tellMentioned(tx, actor, { postId: id, commentId: null }, body)
      const found = await findPost(tx, actor, id)
      const [post] = found ? await present(tx, actor, [found]) : []
      if (!post) throw new Error('a post is gone in the transaction that made it')
      return post
    })
  }

  async function likePost(actor: Actor, id: string) {
    return db.transaction(async tx => {
      const post = await lockAnswerable(tx, actor, id)
      const counts = await likeOnce(tx, id, actor.id)
      if (!counts) return { message: 'post already liked' as const }
      await publishChange(tx, id, counts, null)
      await postLiked.emit(tx, { postId: id, authorId: post.authorId, actorId: actor.id })
      return { message: 'like created' as const }
    })
  }

  /**
   * Anybody may report what they may see, or would see without a block between them and its author; the author's own
   * report counts for nothing.
   */
  async function reportPost(actor: Actor, id: string, said: PostReport) {
    return db.transaction(async tx => {
      const post = await lockPost(tx, actor, id)
      if (!post || !canReportPost(actor, post)) throw noSuchPost()
      const { authorId } = post
      if (authorId !== actor.id) await insertReport(tx, { postId: id, userId: actor.id, ...said })
      return { message: 'post reported' as const }
    })
  }

  async function presentedComment(tx: Tx, actor: Actor, id: string): Promise<Comment> {
    const row = await findComment(tx, actor, id)
    const [comment] = row ? await presentComments(tx, deps, [row], actor) : []
    if (!comment) throw new Error('a comment is gone in the transaction that made it')
    return comment
  }

  /** With `product` a company offers its listing. Throws FORBIDDEN where nothing is wanted, INVALID_INPUT for others' listings. */
  async function commentPost(
    actor: Actor,
    postId: string,
    { body = '', product, reply_to }: NewComment,
  ): Promise<Comment> {
    const id = uuidv7()
    const { companyId } = actor
    return db.transaction(async tx => {
      // The author is told of it, so it must not be closed meanwhile.
      if (product && companyId !== null) await shareCompanies(tx, [companyId])
      const post = await lockAnswerable(tx, actor, postId)
      const reaction = { postId, authorId: post.authorId, actorId: actor.id }
      if (product) {
        if (companyId === null || !canSupply(actor, post)) throw cannotSupply()
        if (!(await isOwnListing(tx, companyId, product)))
          refuse('product', 'Такого опубликованного объявления у вашей компании нет', 'not_in_list')
      }
      const answered = reply_to ? await lockComment(tx, actor, postId, reply_to) : undefined
      if (reply_to && !answered) refuse('reply_to', 'Такого комментария у этой записи нет', 'unknown')
      await insertComment(tx, {
        ...{ id, postId, authorId: actor.id, body },
        productId: product ?? null,
        replyToId: answered?.id ?? null,
      })
      const counts = await countComments(tx, postId, 1)
      if (product && companyId !== null) await postOffered.emit(tx, { ...reaction, companyId })
      else await postCommented.emit(tx, reaction)
      await tellMentioned(tx, actor, { postId, commentId: id }, body)
      const comment = await presentedComment(tx, actor, id)
      // Watching pages read it themselves, each what its person may see.
      await publishChange(
        tx,
        postId,
        counts,
        post.isSilenced || mentionsIn(body).length > 0 ? null : { ...comment, can: nothingAllowed },
      )
      return comment
    })
  }

  /** Opens the post's request to the actor's company, which may then send its quote. Throws FORBIDDEN and CONFLICT. */
  async function answerWithQuote(actor: Actor, postId: string): Promise<{ request: string }> {
    const { companyId } = actor
    return db.transaction(async tx => {
      if (companyId !== null) await shareCompanies(tx, [companyId])
      const post = await lockAnswerable(tx, actor, postId)
      if (companyId === null || !canSupply(actor, post)) throw cannotSupply()
      return { request: await joinPost(tx, companyId, postId) }
    })
  }

  return { createPost, likePost, reportPost, commentPost, answerWithQuote }
}
