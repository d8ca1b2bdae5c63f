import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/http/session.ts'
import { canAnswerPost, canReadHiddenReason, canReadPost, canReportPost, canRemovePost } from './posts.ts'

const actor = (id: string, isStaff = false): Actor => ({ id, isStaff, companyId: null, silences: 0 })
const actors = {
  author: { who: actor('author'), isFriend: false, isApart: false },
  friend: { who: actor('friend'), isFriend: true, isApart: false },
  stranger: { who: actor('stranger'), isFriend: false, isApart: false },
  apart: { who: actor('stranger'), isFriend: false, isApart: true },
  moderator: { who: actor('moderator', true), isFriend: false, isApart: false },
  'moderator apart': { who: actor('moderator', true), isFriend: false, isApart: true },
}
type Name = keyof typeof actors

/**
 * `read` and `answer`: a public post, a private one, one with an unpublished product, one hidden by a moderator; `own`:
 * removing it and reading why it is hidden.
 */
const table: Record<Name, { read: boolean[]; answer: boolean[]; own: boolean }> = {
  author: { read: [true, true, false, true], answer: [true, true, false, false], own: true },
  friend: { read: [true, true, false, false], answer: [true, true, false, false], own: false },
  stranger: { read: [true, false, false, false], answer: [true, false, false, false], own: false },
  apart: { read: [false, false, false, false], answer: [false, false, false, false], own: false },
  'moderator apart': { read: [true, true, false, true], answer: [true, true, false, false], own: true },
  moderator: { read: [true, true, false, true], answer: [true, true, false, false], own: true },
}

describe.each(Object.keys(actors) as Name[])('%s', name => {
  const { who, isFriend, isApart } = actors[name]
  const shown = { authorId: 'author', isPrivate: false, isVisible: true, isHidden: false, isFriend, isApart }
  const posts = [
    shown,
    { ...shown, isPrivate: true },
    { ...shown, isVisible: false },
    { ...shown, isVisible: false, isHidden: true },
  ]

  it('has the permissions of the table', () => {
    const { read, answer, own } = table[name]
    expect(posts.map(post => canReadPost(who, post))).toEqual(read)
    expect(posts.map(post => canAnswerPost(who, post))).toEqual(answer)
    // A block is no shelter from moderators.
    const unblocked = isApart && !who.isStaff ? table.stranger.read : read
    expect(posts.map(post => canReportPost(who, post))).toEqual(unblocked)
    expect(posts.map(post => canRemovePost(who, post))).toEqual(posts.map(() => own))
    expect(posts.map(post => canReadHiddenReason(who, post))).toEqual(posts.map(() => own))
  })
})
