import { z } from 'zod'
import { call } from '../call.ts'
import {
  formLines,
  formText,
  integerId,
  integerIdText,
  pageLinks,
  pageQuery,
  plainText,
  requiredLines,
  requiredText,
} from '../common.ts'

/** Lengths in characters. `texts` is the total of an article's sections, so that it fits into one request. */
export const articleLimits = {
  name: 255,
  summary: 1000,
  author: 255,
  slug: 100,
  sections: 40,
  text: 50_000,
  texts: 400_000,
  pictureAlt: 1000,
  reason: 1000,
} as const

/** The address of the PDF under `/publications/:article_slug/`. */
export const reservedSectionSlugs: readonly string[] = ['pdf']

/** Empty: generated from the name for a new article or section, otherwise unchanged. */
const slugText = formText(articleLimits.slug).pipe(
  z.string().regex(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/, 'Адрес пишется строчными латинскими буквами, цифрами и дефисами'),
)

/** Markdown, stored as written but trimmed. Pictures are `![description](address of an upload)`. */
const markdown = formLines(articleLimits.text)

export const sectionForm = z.object({
  /** None for a new section. */
  id: integerId.nullish(),
  name: requiredText('Назовите раздел', articleLimits.name),
  slug: slugText.pipe(z.string().refine(slug => !reservedSectionSlugs.includes(slug), 'Этот адрес занят')).optional(),
  text: markdown,
  /** The address of an upload or of the section's present picture (`get_image`); empty: none. */
  picture: plainText.max(2000),
  picture_alt: formText(articleLimits.pictureAlt),
})
export type SectionForm = z.output<typeof sectionForm>

/**
 * The whole article as edited. A draft needs only its name and the names of its sections; a published article needs
 * everything.
 */
export const articleForm = z.object({
  name: requiredText('Назовите статью', articleLimits.name),
  slug: slugText.optional(),
  summary: formLines(articleLimits.summary),
  author: formText(articleLimits.author),
  /** In order; existing sections that are missing are removed. */
  sections: z
    .array(sectionForm)
    .max(articleLimits.sections, `Не больше ${articleLimits.sections} разделов`)
    .refine(
      sections => sections.reduce((length, { text }) => length + text.length, 0) <= articleLimits.texts,
      `Все разделы вместе не длиннее ${articleLimits.texts.toLocaleString('ru-RU')} знаков`,
    ),
})
export type ArticleForm = z.output<typeof articleForm>

/** The version that the moderator has seen; 409 when the article has changed since. */
const version = z.int('Нужен номер версии').positive('Нужен номер версии')

export const articleEdit = z.object({ ...articleForm.shape, version })
export const articlePublication = z.object({ version })
export const articleWithdrawal = z.object({
  version,
  reason: requiredLines('Напишите, почему статья снята', articleLimits.reason),
})

/** One line of the list. `published_at` is `null` for a draft. */
export const staffArticleRow = z
  .object({
    id: integerId,
    name: z.string(),
    slug: z.string(),
    author: z.string(),
    get_thumbnail: z.string(),
    sections_count: z.int(),
    version: z.int(),
    published_at: z.string().nullable(),
    updated_at: z.string(),
  })
  .meta({ id: 'StaffArticleRow' })
export type StaffArticleRow = z.output<typeof staffArticleRow>

export const staffSection = z
  .object({
    id: integerId,
    name: z.string(),
    slug: z.string(),
    text: z.string(),
    picture: z.string(),
    get_thumbnail: z.string(),
    picture_alt: z.string(),
  })
  .meta({ id: 'StaffSection' })
export type StaffSection = z.output<typeof staffSection>

/** An article for editing; its fields match the form. */
export const staffArticle = z
  .object({
    id: integerId,
    name: z.string(),
    slug: z.string(),
    summary: z.string(),
    author: z.string(),
    version: z.int(),
    published_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    sections: z.array(staffSection),
  })
  .meta({ id: 'StaffArticle' })
export type StaffArticle = z.output<typeof staffArticle>

const id = z.object({ id: integerIdText })

export const moderationPublicationCalls = {
  'GET /staff/publications/': call({
    access: 'staff',
    summary: 'Все статьи, и черновики: сначала те, что менялись недавно',
    query: z.object(pageQuery),
    answer: z.object({ ...pageLinks, results: z.array(staffArticleRow) }),
  }),
  'POST /staff/publications/': call({
    access: 'staff',
    summary: 'Новая статья, черновиком',
    body: articleForm,
    answer: staffArticle,
    status: 201,
  }),
  'POST /staff/publications/preview/': call({
    access: 'staff',
    summary: 'Как текст раздела увидят читатели',
    body: z.object({ text: markdown }),
    answer: z.object({ html: z.string() }),
  }),
  'GET /staff/publications/:id/': call({
    access: 'staff',
    summary: 'Статья целиком, для правки',
    params: id,
    answer: staffArticle,
  }),
  'PATCH /staff/publications/:id/': call({
    access: 'staff',
    summary: 'Сохранить статью целиком',
    params: id,
    body: articleEdit,
    answer: staffArticle,
  }),
  'DELETE /staff/publications/:id/': call({
    access: 'staff',
    summary: 'Удалить черновик',
    params: id,
    answer: z.object({ message: z.literal('article deleted') }),
  }),
  'POST /staff/publications/:id/publish/': call({
    access: 'staff',
    summary: 'Опубликовать статью',
    params: id,
    body: articlePublication,
    answer: staffArticle,
  }),
  'POST /staff/publications/:id/withdraw/': call({
    access: 'staff',
    summary: 'Вернуть статью в черновики, с причиной',
    params: id,
    body: articleWithdrawal,
    answer: staffArticle,
  }),
}
