import { domainEvent } from '#server/platform/events.ts'

/** One of a company's people is told that its offers age; `sizes`: how many. The company's notice is locked. */
export const offersAgeing = domainEvent<{ personId: string; companyId: number; sizes: number }>('offers ageing')
