import { z } from 'zod'
import { articleForm, type StaffArticle } from '#contract/moderation/publications.ts'

/** A section as typed. */
const sectionValues = z.object({
  /** Identifies the sections of the form, including new ones. */
  key: z.string(),
  id: z.number().nullable(),
  name: z.string(),
  slug: z.string(),
  text: z.string(),
  picture: z.string(),
  picture_alt: z.string(),
})
export type SectionValues = z.output<typeof sectionValues>

/** The form as typed. */
export const articleValues = z.object({
  name: z.string(),
  slug: z.string(),
  summary: z.string(),
  author: z.string(),
  sections: z.array(sectionValues),
})
export type ArticleValues = z.output<typeof articleValues>

/** The schema of the form: the contract's, without the keys. */
export const articleSchema = z
  .custom<ArticleValues>()
  .transform((values): z.input<typeof articleForm> => values)
  .pipe(articleForm)

export const emptySection = (): SectionValues => ({
  key: crypto.randomUUID(),
  id: null,
  name: '',
  slug: '',
  text: '',
  picture: '',
  picture_alt: '',
})

/** The initial values of the form; a new article has one empty section. */
export function valuesOf(article: StaffArticle | null): ArticleValues {
  if (!article) return { name: '', slug: '', summary: '', author: '', sections: [emptySection()] }
  const { name, slug, summary, author } = article
  const sections = article.sections.map(({ id, name, slug, text, picture, picture_alt }) => ({
    key: String(id),
    id,
    name,
    slug,
    text,
    picture,
    picture_alt,
  }))
  return { name, slug, summary, author, sections }
}

/** The sent values after saving: with ids and slugs from the server, and texts as typed. */
export function afterSaving(sent: ArticleValues, saved: StaffArticle): ArticleValues {
  return {
    ...sent,
    slug: saved.slug,
    sections: sent.sections.map((section, index) => {
      const { id = null, slug = '' } = saved.sections[index] ?? {}
      return { ...section, id, slug }
    }),
  }
}

/** Values for an article that somebody has changed meanwhile: sections that it no longer has become new ones. */
export function adoptedBy(article: StaffArticle, values: ArticleValues): ArticleValues {
  const ids = new Set(article.sections.map(({ id }) => id))
  const sections = values.sections.map(section =>
    section.id === null || ids.has(section.id) ? section : { ...section, id: null },
  )
  return { ...values, sections }
}

const written = (values: ArticleValues) =>
  JSON.stringify(values, (name, value: unknown) => (name === 'key' ? undefined : value))

/** Whether two forms have the same content. */
export const areSame = (one: ArticleValues, other: ArticleValues) => written(one) === written(other)
