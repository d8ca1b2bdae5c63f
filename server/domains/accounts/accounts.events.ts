import { domainEvent } from '#server/platform/events.ts'

interface Person {
  userId: string
}

/** The account has become active: its address is confirmed for the first time. */
export const personActivated = domainEvent<Person>('person activated')

/** The caller has locked the person. */
export const personRenamed = domainEvent<Person>('person renamed')

/**
 * The account is about to be deleted. Nobody is locked yet: companies are locked before people (docs/ARCHITECTURE.md).
 */
export const personLeaving = domainEvent<Person>('person leaving')

/** The account contains no personal data any more. The caller has locked the person. */
export const personErased = domainEvent<Person>('person erased')
