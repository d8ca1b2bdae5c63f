import { domainEvent } from '#server/platform/events.ts'

interface Company {
  companyId: number
}

interface Member extends Company {
  userId: string
}

// For all these events the caller has locked the company.

export const companyMoved = domainEvent<Company & { regionId: number | null }>('company moved')

export const memberAdded = domainEvent<Member & { actorId: string }>('member added')

/** Before the member leaves and anything is changed: handlers lock the people whom they will change. */
export const memberLeaving = domainEvent<Member>('member leaving')

/** After the member has left; also if another person has become the company's creator meanwhile. */
export const memberLeft = domainEvent<Member>('member left')

export const companyHandedOver = domainEvent<Company & { heirId: string; formerId: string }>('company handed over')

/** The company is about to be deleted. */
export const companyClosing = domainEvent<Company>('company closing')
