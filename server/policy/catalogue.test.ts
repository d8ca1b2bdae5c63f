import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/session.ts'
import { canReadProduct, isColleague } from './catalogue.ts'

const actor = (companyId: number | null, isStaff = false): Actor => ({ id: 'somebody', isStaff, companyId })

/** The company that offers the listing is 7. */
const actors = {
  guest: null,
  'member without a company': actor(null),
  'creator or employee': actor(7),
  'somebody of another company': actor(8),
  moderator: actor(null, true),
  'moderator of another company': actor(8, true),
  'moderator of the same company': actor(7, true),
}
type Name = keyof typeof actors

const actions = {
  'read a published listing': (who: Actor | null) => canReadProduct(who, { companyId: 7, isActive: true }),
  'read an unpublished listing': (who: Actor | null) => canReadProduct(who, { companyId: 7, isActive: false }),
  'count as a colleague': (who: Actor | null) => isColleague(who, 7),
}

const table: Record<Name, [published: boolean, unpublished: boolean, colleague: boolean]> = {
  guest: [true, false, false],
  'member without a company': [true, false, false],
  'creator or employee': [true, true, true],
  'somebody of another company': [true, false, false],
  moderator: [true, true, false],
  'moderator of another company': [true, true, false],
  'moderator of the same company': [true, true, true],
}

describe.each(Object.keys(actors) as Name[])('%s', name => {
  it.each(Object.keys(actions).map((action, index) => [action, table[name][index]] as const))(
    'may %s: %s',
    (action, expected) => {
      expect(actions[action as keyof typeof actions](actors[name])).toBe(expected)
    },
  )
})
