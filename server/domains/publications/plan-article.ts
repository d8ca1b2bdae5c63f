import type { FieldErrors } from '#contract/errors.ts'
import {
  type ArticleForm,
  articleLimits,
  reservedSectionSlugs,
  type SectionForm,
} from '#contract/moderation/publications.ts'
import { fieldError } from '#server/platform/http/field-errors.ts'
import { firstFree } from '#server/platform/numbered.ts'
import { transliterate } from '#server/platform/transliterate.ts'
import type { SavedSection } from './article-writes.queries.ts'
import { keyOfPath, withPaths } from './markdown/addresses.ts'
import { picturesOf } from './markdown/blocks.ts'
import { MarkdownRefusal } from './markdown/intricacy.ts'
import { readText } from './markdown/read-text.ts'
import type { SectionRow } from './publications.queries.ts'

/** An article as it will be saved, or the errors of the form. */
export interface ArticlePlan {
  sections: SavedSection[]
  /** The pictures of the texts. */
  pictureKeys: string[]
  errors: FieldErrors
  /** Form fields by the pictures that they use. */
  fieldsOfPictures: Map<string, string[]>
}

/** An address made from a name and not in `taken`. */
export function freeAddress(name: string, otherwise: string, isTaken: (slug: string) => boolean): string {
  return firstFree(transliterate(name, articleLimits.slug - 10) || otherwise, isTaken)
}

/** The addresses of the sections: those requested, those that they had, and new, unique ones. */
function sectionSlugs(sections: SectionForm[], current: SectionRow[], errors: FieldErrors): string[] {
  const had = new Map(current.map(({ id, slug }) => [id, slug]))
  const settled = sections.map(({ id, slug }) => slug || (id == null ? '' : (had.get(id) ?? '')))
  const taken = new Set<string>(reservedSectionSlugs)
  for (const [index, slug] of settled.entries()) {
    if (slug === '') continue
    if (taken.has(slug))
      errors[`sections.${index}.slug`] = fieldError('Такой адрес уже есть у другого раздела', 'unique')
    taken.add(slug)
  }
  return settled.map((slug, index) => {
    if (slug !== '') return slug
    const free = freeAddress(sections[index]?.name ?? '', 'razdel', candidate => taken.has(candidate))
    taken.add(free)
    return free
  })
}

/** Errors for what only a draft may lack. */
function checkComplete(form: ArticleForm, errors: FieldErrors): void {
  if (form.summary === '') errors.summary = fieldError('Скажите в двух словах, о чём статья', 'required')
  if (form.author === '') errors.author = fieldError('Назовите автора', 'required')
  if (form.sections.length === 0) errors.sections = fieldError('Нужен хотя бы один раздел', 'required')
  for (const [index, { text, picture, picture_alt }] of form.sections.entries()) {
    if (text === '') errors[`sections.${index}.text`] = fieldError('Раздел пуст', 'required')
    if (picture !== '' && picture_alt === '') {
      errors[`sections.${index}.picture_alt`] = fieldError('Опишите картинку для тех, кто её не видит', 'required')
    }
  }
}

/** Pictures that a text shows. Throws MarkdownRefusal for a text that is not accepted. */
function readPictureKeys(text: string): string[] {
  return [...picturesOf(readText(text))].map(({ key, alt }) => {
    if (key === null) throw new MarkdownRefusal(`Картинка «${alt}» не с этого сайта: загрузите её сюда`)
    return key
  })
}

interface SaveInput {
  form: ArticleForm
  /** The article's present sections. */
  current: SectionRow[]
  /** Whether the article is published. */
  isPublished: boolean
  publicUrl: string
}

/** Checks everything in a form that needs no database. */
export function planArticle({ form, current, isPublished, publicUrl }: SaveInput): ArticlePlan {
  const errors: FieldErrors = {}
  if (isPublished) checkComplete(form, errors)
  const fieldsOfPictures = new Map<string, string[]>()
  const need = (key: string, field: string) => fieldsOfPictures.set(key, [...(fieldsOfPictures.get(key) ?? []), field])
  const pictureKeys = new Set<string>()
  const slugs = sectionSlugs(form.sections, current, errors)
  const ids = new Set(current.map(({ id }) => id))

  const sections = form.sections.map((section, index): SavedSection => {
    const field = `sections.${index}`
    const body = withPaths(section.text, publicUrl)
    try {
      for (const key of readPictureKeys(body)) {
        pictureKeys.add(key)
        need(key, `${field}.text`)
      }
    } catch (error) {
      if (!(error instanceof MarkdownRefusal)) throw error
      errors[`${field}.text`] = fieldError(error.message, 'markdown')
    }
    const path = section.picture.startsWith(`${publicUrl}/`) ? section.picture.slice(publicUrl.length) : section.picture
    const mediaKey = keyOfPath(path)
    if (mediaKey !== null) need(mediaKey, `${field}.picture`)
    else if (path !== '') errors[`${field}.picture`] = fieldError('Такой картинки нет: загрузите её', 'unknown')
    const id = section.id ?? null
    // Each at most once, and none of another article.
    if (id !== null && !ids.delete(id)) errors[`${field}.id`] = fieldError('Такого раздела в статье нет', 'unknown')
    return { id, slug: slugs[index] ?? '', name: section.name, body, mediaKey, pictureAlt: section.picture_alt }
  })
  return { sections, pictureKeys: [...pictureKeys], errors, fieldsOfPictures }
}

/** Adds errors for pictures that are no longer stored. */
export function checkPictures({ errors, fieldsOfPictures }: ArticlePlan, stored: Set<string>): void {
  for (const [key, fields] of fieldsOfPictures) {
    if (stored.has(key)) continue
    for (const field of fields) errors[field] = fieldError('Этой картинки больше нет: загрузите её снова', 'unknown')
  }
}
