import { domainEvent } from '#server/platform/events.ts'

/** Somebody who was given the address of a project has left a remark; `name` is what they call themselves. */
export const projectRemarked = domainEvent<{ ownerId: string; projectId: string; name: string }>('project remarked')
