import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/http/session.ts'
import { canRequestFriendship, canSeeRequests } from './friends.ts'

const me: Actor = { id: 'me', isStaff: false, companyId: null, silences: 0 }
const nothing = { isDeleted: false, isFriend: false, isPending: false, isApart: false }

const others = {
  'a stranger': { ...nothing, id: 'other' },
  oneself: { ...nothing, id: 'me' },
  'a friend': { ...nothing, id: 'other', isFriend: true },
  'somebody with a pending request': { ...nothing, id: 'other', isPending: true },
  'somebody deleted': { ...nothing, id: 'other', isDeleted: true },
  'somebody with a block between them': { ...nothing, id: 'other', isApart: true },
}

const table: Record<keyof typeof others, [request: boolean, requests: boolean]> = {
  'a stranger': [true, false],
  oneself: [false, true],
  'a friend': [false, false],
  'somebody with a pending request': [false, false],
  'somebody deleted': [false, false],
  'somebody with a block between them': [false, false],
}

describe.each([me, { ...me, isStaff: true }])('a member, staff: $isStaff', actor => {
  it.each(Object.keys(others) as (keyof typeof others)[])('may request a friendship and see requests: %s', name => {
    const other = others[name]
    expect([canRequestFriendship(actor, other), canSeeRequests(actor, other.id)]).toEqual(table[name])
  })
})
