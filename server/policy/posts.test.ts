import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/session.ts'
import { canReadPost, canRemovePost } from './posts.ts'

const actor = (id: string, isStaff = false): Actor => ({ id, isStaff, companyId: null })
const actors = {
  author: { who: actor('author'), isFriend: false },
  friend: { who: actor('friend'), isFriend: true },
  stranger: { who: actor('stranger'), isFriend: false },
  moderator: { who: actor('moderator', true), isFriend: false },
}
type Name = keyof typeof actors

/** May read a public post, a private one, one whose listing is not published, and may remove. */
const table: Record<Name, [open: boolean, closed: boolean, hidden: boolean, remove: boolean]> = {
  author: [true, true, false, true],
  friend: [true, true, false, false],
  stranger: [true, false, false, false],
  moderator: [true, true, false, true],
}

describe.each(Object.keys(actors) as Name[])('%s', name => {
  const { who, isFriend } = actors[name]
  const post = (isPrivate: boolean, isVisible: boolean) => ({ authorId: 'author', isPrivate, isVisible, isFriend })

  it('may read and remove what the table says', () => {
    expect([
      canReadPost(who, post(false, true)),
      canReadPost(who, post(true, true)),
      canReadPost(who, post(false, false)),
      canRemovePost(who, post(false, true)),
    ]).toEqual(table[name])
  })
})
