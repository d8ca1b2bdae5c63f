import { domainEvent } from '#server/platform/events.ts'

interface Request {
  fromId: string
  toId: string
}

export const friendshipAsked = domainEvent<Request>('friendship asked for')

export const friendshipAnswered = domainEvent<Request & { status: 'accepted' | 'rejected' }>('friendship answered')
