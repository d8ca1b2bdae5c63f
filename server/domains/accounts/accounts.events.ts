import { domainEvent } from '#server/platform/events.ts'

interface Person {
  userId: string
}

/** The account is active from now on: its address has been confirmed for the first time. */
export const personActivated = domainEvent<Person>('person activated')

/** The caller has locked the person. */
export const personRenamed = domainEvent<Person>('person renamed')

/** The account is about to be deleted. Nobody is locked yet: companies come before people (docs/ARCHITECTURE.md). */
export const personLeaving = domainEvent<Person>('person leaving')

/** Nothing personal is left in the account. The caller has locked the person. */
export const personErased = domainEvent<Person>('person erased')
