import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { newCommentForm, postForm, postLimits } from '#contract/post-forms.ts'
import { replyForm, reviewForm, reviewLimits } from '#contract/reviews.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** The properties of an element that begins here, without what stands in braces. */
function propertiesAt(source: string, start: number): string {
  let depth = 0
  let written = ''
  for (let at = start; at < source.length; at++) {
    const sign = source[at] ?? ''
    if (sign === '{') depth++
    if (depth === 0) {
      if (sign === '>') return written
      written += sign
    }
    if (sign === '}') depth--
  }
  return written
}

describe('long texts', () => {
  it('are never cut while they are typed or pasted', async () => {
    const areas: string[] = []
    const cut: string[] = []
    for await (const name of glob('**/*.tsx', { cwd: folder })) {
      const source = readFileSync(`${folder}/${name}`, 'utf8')
      for (const { index } of source.matchAll(/<(?:TextArea|textarea)\b/g)) {
        areas.push(name)
        if (propertiesAt(source, index).includes('maxLength')) cut.push(name)
      }
    }
    expect(areas).toContain('features/posts/comment-form.tsx')
    expect(areas.length).toBeGreaterThan(10)
    expect(cut).toEqual([])
  })

  it.each([
    ['comment', newCommentForm, 'body', postLimits.comment, {}],
    ['post', postForm, 'body', postLimits.body, {}],
    ['review', reviewForm, 'text', reviewLimits.text, { rating: 5 }],
    ['reply', replyForm, 'text', reviewLimits.reply, {}],
  ] as const)('that are too long are refused with a sentence at their field: %s', (_, form, name, most, rest) => {
    expect(form.safeParse({ ...rest, [name]: 'я'.repeat(most) }).success).toBe(true)
    const { error } = form.safeParse({ ...rest, [name]: 'я'.repeat(most + 1) })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      [name, expect.stringMatching(/[а-я]/)],
    ])
  })
})
