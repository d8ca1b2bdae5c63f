import { z } from 'zod'
import { user } from './accounts.ts'
import { call } from './call.ts'
import {
  integerIdText,
  optionalText,
  pageLinks,
  pageQuery,
  plainText,
  positiveIntegerText,
  searchText,
} from './common.ts'
import { commentChangeForm, newCommentForm, postChangeForm, postForm, postLimits } from './post-forms.ts'
import { productCard } from './products.ts'
import { postReportForm, removalForm } from './reports.ts'
import { askedLines, askedProject, deadlineField } from './requests.ts'

export const attachment = z
  .object({ id: z.uuid(), get_image: z.string(), get_thumbnail: z.string() })
  .meta({ id: 'Attachment' })
export type Attachment = z.output<typeof attachment>

export const comment = z
  .object({
    id: z.uuid(),
    body: z.string(),
    created_by: user,
    created_at: z.string(),
    created_at_formatted: z.string(),
    /** When its author last changed it; `null`: never. */
    edited_at: z.string().nullable(),
    /** Id of the comment on the same post that it answers; `null` also when that is deleted. */
    reply_to: z.uuid().nullable(),
    likes_count: z.int(),
    liked_by_me: z.boolean(),
    /** What a nursery offers in answer to a "wanted to buy"; `null` also while it is not published. */
    product: productCard.nullable(),
    /** The caller's permissions; in live events, which go to several people, all false. */
    can: z.object({ edit: z.boolean(), remove: z.boolean() }),
  })
  .meta({ id: 'Comment' })
export type Comment = z.output<typeof comment>

/** The lines of a project that a post asks for; the request for quotations has them (contract/requests.ts). */
export const wanted = z
  .object({
    lines_count: z.int(),
    /** Until when nurseries may send quotes. */
    deadline: z.string(),
    /** False from the deadline on, and once the author has chosen or cancelled. */
    is_open: z.boolean(),
    /** Id of the request: to the author, and to a company that answers it; `null` to all others. */
    request: z.uuid().nullable(),
  })
  .meta({ id: 'Wanted' })
export type Wanted = z.output<typeof wanted>

/** `product` is set for a post that announces a product; `is_request` is "wanted to buy"; `is_private` is for friends only. */
export const post = z
  .object({
    id: z.uuid(),
    body: z.string(),
    created_by: user,
    created_at: z.string(),
    created_at_formatted: z.string(),
    /** When its author last changed it; `null`: never. */
    edited_at: z.string().nullable(),
    likes_count: z.int(),
    comments_count: z.int(),
    liked_by_me: z.boolean(),
    is_private: z.boolean(),
    is_request: z.boolean(),
    attachments: z.array(attachment),
    product: productCard.nullable(),
    /** Of a post that was made from a project. */
    wanted: wanted.nullable(),
    /** Why a moderator has hidden the post from everybody but its author; `null` if not hidden. */
    hidden_reason: z.string().nullable(),
    /** The caller's permissions. */
    can: z.object({
      edit: z.boolean(),
      remove: z.boolean(),
      /** Answer with a listing of their company. */
      offer: z.boolean(),
      /** Answer with a quote of their company. */
      quote: z.boolean(),
    }),
  })
  .meta({ id: 'Post' })
export type Post = z.output<typeof post>

/** The oldest comment first; all of them, the latest 1,000 at most, unless the call asks for fewer. */
export const postDetail = z.object({ ...post.shape, comments: z.array(comment) }).meta({ id: 'PostDetail' })
export type PostDetail = z.output<typeof postDetail>

/** `hashtag` comes without its '#'; `occurences` (the specification's spelling) counts posts of the last 7 days. */
export const trend = z.object({ id: z.int(), hashtag: z.string(), occurences: z.int() }).meta({ id: 'Trend' })
export type Trend = z.output<typeof trend>

/** Filters of the feed, the same in the page's address and in the call. They combine. */
export const feedFilters = z.object({
  /** Words of the body, the product's name or the author's name; Russian word forms match. */
  search: optionalText(searchText()),
  product__category__name: optionalText(plainText.max(255)),
  product__team__team_city_id__name: optionalText(plainText.max(255)),
  /** A hashtag without '#', exact but for case. */
  trend: optionalText(plainText.trim().max(255)),
  is_request: optionalText(z.enum(['1', '0', 'true', 'false'])).transform(value => value === '1' || value === 'true'),
  /** Only posts of the caller's friends. */
  friends: optionalText(z.enum(['1', '0'])).transform(value => value === '1'),
  ordering: optionalText(z.enum(['-created_at', '-likes_count'])).transform(ordering => ordering ?? '-created_at'),
})
export type FeedFilters = z.output<typeof feedFilters>

/** A post, which may ask for lines of a project. */
export const newPostForm = z.object({
  ...postForm.shape,
  /** Makes it a "wanted to buy" of lines of the author's project, which nurseries may answer with quotes. */
  project: askedProject.optional(),
  lines: askedLines.optional(),
  /** Until when; left out: in two weeks. */
  deadline: deadlineField.optional(),
})

/** Comments in one answer. */
const commentsAtMost = 1000

const id = z.object({ id: z.uuid() })
const ofComment = z.object({ id: z.uuid(), comment: z.uuid() })

/** Posts of its people that a company's page shows. */
export const companyPostsMax = 6

export const postCalls = {
  'GET /teams/:id/posts/': call({
    access: 'member',
    summary: 'Новые открытые записи сотрудников компании, кроме объявлений о растениях',
    params: z.object({ id: integerIdText }),
    answer: z.array(post).max(companyPostsMax),
  }),
  'GET /posts/': call({
    access: 'member',
    summary: 'Лента: открытые записи всех и закрытые записи друзей, новые первыми',
    query: z.object({ ...feedFilters.shape, ...pageQuery }),
    answer: z.object({ ...pageLinks, results: z.array(post) }),
  }),
  'POST /posts/create/': call({
    access: 'member',
    summary: 'Новая запись',
    body: newPostForm,
    files: { field: 'image', max: postLimits.pictures },
    answer: post,
    status: 201,
  }),
  'GET /posts/trends/': call({
    access: 'member',
    summary: 'Десять самых частых хештегов открытых записей за 7 дней',
    answer: z.array(trend),
  }),
  'GET /posts/profile/:id/': call({
    access: 'member',
    summary: 'Человек и его записи, которые видны мне, новые первыми',
    params: id,
    query: z.object({ page: pageQuery.page }),
    answer: z.object({
      user,
      posts: z.array(post),
      can_send_friendship_request: z.boolean(),
      is_friend: z.boolean(),
      /** The caller has muted the person (silenced.ts). */
      is_muted: z.boolean(),
    }),
  }),
  'GET /posts/:id/': call({
    access: 'member',
    summary: 'Запись с комментариями: последние 1000 или сколько сказано (comments), все или перед названным (before)',
    params: id,
    query: z.object({
      comments: optionalText(positiveIntegerText).transform(count => Math.min(count ?? commentsAtMost, commentsAtMost)),
      before: optionalText(z.uuid('Нужен UUID')),
    }),
    answer: z.object({ post: postDetail }),
  }),
  'PATCH /posts/:id/': call({
    access: 'member',
    summary: 'Изменить свою запись: то, что прислано; прежний текст видят только модераторы',
    params: id,
    body: postChangeForm,
    answer: post,
  }),
  'POST /posts/:id/like/': call({
    access: 'member',
    summary: 'Отметить, что запись нравится',
    params: id,
    answer: z.object({ message: z.enum(['like created', 'post already liked']) }),
  }),
  'POST /posts/:id/report/': call({
    access: 'member',
    summary: 'Пожаловаться на запись; причина и слова не обязательны',
    params: id,
    body: postReportForm,
    answer: z.object({ message: z.literal('post reported') }),
  }),
  'POST /posts/:id/comment/': call({
    access: 'member',
    summary: 'Новый комментарий',
    params: id,
    body: newCommentForm,
    answer: comment,
    status: 201,
  }),
  'PATCH /posts/:id/comments/:comment/': call({
    access: 'member',
    summary: 'Изменить свой комментарий',
    params: ofComment,
    body: commentChangeForm,
    answer: comment,
  }),
  'DELETE /posts/:id/comments/:comment/': call({
    access: 'member',
    summary: 'Удалить комментарий: его автор, автор записи и модераторы (с причиной и правилом)',
    params: ofComment,
    body: removalForm,
    answer: z.object({ message: z.literal('comment deleted') }),
  }),
  'POST /posts/:id/comments/:comment/like/': call({
    access: 'member',
    summary: 'Отметить, что комментарий нравится',
    params: ofComment,
    answer: z.object({ message: z.enum(['like created', 'comment already liked']) }),
  }),
  'POST /posts/:id/quote/': call({
    access: 'member',
    summary: 'Открыть моей компании запрос цен из записи «куплю»: дальше POST /requests/{request}/quote/',
    params: id,
    answer: z.object({ request: z.uuid() }),
  }),
  'DELETE /posts/:id/delete/': call({
    access: 'member',
    summary: 'Удалить запись: её автор и модераторы (с причиной и правилом)',
    params: id,
    body: removalForm,
    answer: z.object({ message: z.literal('post deleted') }),
  }),
  'GET /people/suggest/': call({
    access: 'member',
    summary: 'До восьми человек, которых можно упомянуть, по началу или части имени; друзья первыми',
    query: z.object({ q: optionalText(searchText()).transform(text => text ?? '') }),
    answer: z.array(user),
  }),
  'POST /search/': call({
    access: 'member',
    summary: 'Люди и записи по словам, не больше двадцати тех и других',
    body: z.object({ query: searchText() }),
    answer: z.object({ users: z.array(user), posts: z.array(post) }),
  }),
}
