import { describe, expect, it } from 'vitest'
import { freeSlug, slugify } from './slug.ts'

describe('slugify', () => {
  it.each([
    ["Туя западная 'Smaragd'", 'tuya-zapadnaya-smaragd'],
    ['Ёлка голубая', 'yolka-golubaya'],
    ['Щавель, объём и подъезд', 'schavel-obyom-i-podezd'],
    ['Клён остролистный "Faassen’s Black"', 'klyon-ostrolistnyy-faassens-black'],
    ["Спирея 'Château d'Or'", 'spireya-chateau-dor'],
    ['Абелия × крупноцветковая', 'abeliya-krupnotsvetkovaya'],
    ['Й й и\u0306', 'y-y-y'],
    ['Роза №5 (2,5 л)', 'roza-no5-2-5-l'],
    ['  --Ива--  белая  ', 'iva-belaya'],
    ['ТУЯ', 'tuya'],
    ['日本', 'rastenie'],
    ['', 'rastenie'],
    ['---', 'rastenie'],
    ['ъь', 'rastenie'],
  ])('%j is %s', (name, slug) => {
    expect(slugify(name)).toBe(slug)
  })

  it.each(['images', 'related', 'edit', 'delete', 'create', 'address', 'Edit', 'IMAGES!'])(
    'never gives the reserved word %s',
    word => {
      expect(slugify(word)).toBe(`rastenie-${word.toLowerCase().replace('!', '')}`)
    },
  )

  it('returns at most 200 characters, even for the longest name, and no hyphen at the end', () => {
    for (const name of ['щ'.repeat(255), 'а '.repeat(127), `${'а'.repeat(199)} б`]) {
      const slug = slugify(name)
      expect(slug.length).toBeLessThanOrEqual(200)
      expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
    }
  })
})

describe('freeSlug', () => {
  it('is the name’s slug, or the slug with the first free number from 2', () => {
    const taken = new Set<string>()
    const take = (name: string) => {
      const slug = freeSlug(name, candidate => taken.has(candidate))
      taken.add(slug)
      return slug
    }
    expect([take('Ель'), take('ель'), take('Ель!'), take('Ель 2'), take('Ель')]).toEqual([
      'el',
      'el-2',
      'el-3',
      'el-2-2',
      'el-4',
    ])
  })

  it('numbers the replacement of an empty slug and of a reserved word', () => {
    const taken = new Set(['rastenie', 'rastenie-edit'])
    const isTaken = (slug: string) => taken.has(slug)
    expect(freeSlug('!', isTaken)).toBe('rastenie-2')
    expect(freeSlug('edit', isTaken)).toBe('rastenie-edit-2')
  })
})
