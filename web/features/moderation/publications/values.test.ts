import { expect, test } from 'vitest'
import type { StaffArticle } from '#contract/moderation/publications.ts'
import { adoptedBy, afterSaving, areSame, articleSchema, emptySection, valuesOf } from './values.ts'

const section = (id: number) => ({
  id,
  name: `Раздел ${id}`,
  slug: `razdel-${id}`,
  text: 'Текст',
  picture: '',
  get_thumbnail: '',
  picture_alt: '',
})
const article = (...ids: number[]): StaffArticle => ({
  id: 1,
  name: 'Статья',
  slug: 'statya',
  summary: '',
  author: '',
  version: 1,
  published_at: null,
  created_at: '',
  updated_at: '',
  sections: ids.map(section),
})

test('an article fits the form, and the form fits the call', () => {
  const values = valuesOf(article(1, 2))
  expect(values).toMatchObject(articleSchema.parse(values))
})

test('after saving, new sections have ids from the server, and texts stay as typed', () => {
  const sent = { ...valuesOf(article(1)), slug: '' }
  const added = { ...emptySection(), name: 'Новый', text: 'С пробелом в конце ' }
  const saved = afterSaving({ ...sent, sections: [added, ...sent.sections] }, article(7, 1))
  expect(saved.slug).toBe('statya')
  expect(saved.sections.map(({ id, slug }) => [id, slug])).toEqual([
    [7, 'razdel-7'],
    [1, 'razdel-1'],
  ])
  expect(saved.sections[0]).toMatchObject({ key: added.key, text: added.text })
})

test('sections removed by somebody else are saved as new ones', () => {
  const mine = valuesOf(article(1, 2))
  expect(adoptedBy(article(2, 3), mine).sections.map(({ id }) => id)).toEqual([null, 2])
})

test('detects changes', () => {
  const values = valuesOf(article(1))
  expect(areSame(values, valuesOf(article(1)))).toBe(true)
  expect(areSame(values, { ...values, summary: 'Другое' })).toBe(false)
})
