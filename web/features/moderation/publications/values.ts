import { z } from 'zod'
import { articleForm, type StaffArticle } from '#contract/moderation/publications.ts'

/** A section as it is typed. */
const sectionValues = z.object({
  /** Tells the sections of the form apart, new ones too. */
  key: z.string(),
  id: z.number().nullable(),
  name: z.string(),
  slug: z.string(),
  text: z.string(),
  picture: z.string(),
  picture_alt: z.string(),
})
export type SectionValues = z.output<typeof sectionValues>

/** The form as it is typed. */
export const articleValues = z.object({
  name: z.string(),
  slug: z.string(),
  summary: z.string(),
  author: z.string(),
  sections: z.array(sectionValues),
})
export type ArticleValues = z.output<typeof articleValues>

/** By which the form is judged: the contract's shape, which leaves the keys out. */
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

/** What the form of an article begins with; a new one has a section to begin with. */
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

/**
 * What was sent, as it stands after the server has saved it: with the numbers and addresses that it gave, and the texts
 * as they were typed.
 */
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

/** Whether two forms say the same. */
export const areSame = (one: ArticleValues, other: ArticleValues) => written(one) === written(other)
