import { describe, expect, it } from 'vitest'
import type { Actor } from '#server/platform/http/session.ts'
import { canAssignProduct, canEditProduct, canReadProduct, isColleague } from './catalogue.ts'

const actor = (companyId: number | null, { id = 'somebody', isStaff = false } = {}): Actor => ({
  id,
  isStaff,
  companyId,
  silences: 0,
})

/** Company 7 offers the product; the actors named `creator` and `assigned` have these ids. */
const actors = {
  guest: null,
  'member without a company': actor(null),
  employee: actor(7),
  'assigned employee': actor(7, { id: 'assigned' }),
  creator: actor(7, { id: 'creator' }),
  'somebody of another company': actor(8),
  'assigned once, elsewhere now': actor(8, { id: 'assigned' }),
  'assigned once, nowhere now': actor(null, { id: 'assigned' }),
  moderator: actor(null, { isStaff: true }),
  'moderator of another company': actor(8, { isStaff: true }),
  'moderator of the same company': actor(7, { isStaff: true }),
}
type Name = keyof typeof actors

const owned = { companyId: 7, creatorId: 'creator', assignedToId: 'assigned' }

const actions = {
  'read a published product': (who: Actor | null) => canReadProduct(who, { companyId: 7, isActive: true }),
  'read an unpublished product': (who: Actor | null) => canReadProduct(who, { companyId: 7, isActive: false }),
  'count as a colleague': (who: Actor | null) => isColleague(who, 7),
  'change or delete it': (who: Actor | null) => canEditProduct(who, owned),
  'change one that is assigned to nobody': (who: Actor | null) => canEditProduct(who, { ...owned, assignedToId: null }),
  'say who answers for it': (who: Actor | null) => canAssignProduct(who, owned),
}

type Row = [
  published: boolean,
  unpublished: boolean,
  colleague: boolean,
  edit: boolean,
  editNobodys: boolean,
  assign: boolean,
]
const table: Record<Name, Row> = {
  guest: [true, false, false, false, false, false],
  'member without a company': [true, false, false, false, false, false],
  employee: [true, true, true, false, false, false],
  'assigned employee': [true, true, true, true, false, false],
  creator: [true, true, true, true, true, true],
  'somebody of another company': [true, false, false, false, false, false],
  'assigned once, elsewhere now': [true, false, false, false, false, false],
  'assigned once, nowhere now': [true, false, false, false, false, false],
  moderator: [true, true, false, false, false, false],
  'moderator of another company': [true, true, false, false, false, false],
  'moderator of the same company': [true, true, true, false, false, false],
}

describe.each(Object.keys(actors) as Name[])('%s', name => {
  it.each(Object.keys(actions).map((action, index) => [action, table[name][index]] as const))(
    'may %s: %s',
    (action, expected) => {
      expect(actions[action as keyof typeof actions](actors[name])).toBe(expected)
    },
  )
})
