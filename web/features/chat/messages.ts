import type { Message } from '#contract/chat.ts'

/** Inserts a message by time; an existing one stays unchanged. */
export function withMessage(messages: readonly Message[], message: Message): Message[] {
  if (messages.some(({ id }) => id === message.id)) return [...messages]
  const place = messages.findLastIndex(other => other.created_at <= message.created_at) + 1
  return messages.toSpliced(place, 0, message)
}

interface Stretch {
  messages: Message[]
  has_earlier: boolean
}

/**
 * The latest messages as just loaded, merged with what is shown: the earlier ones if there is no gap, and those that
 * arrived while the response was in transit.
 */
export function joinStretches(shown: Stretch, latest: Stretch): Stretch {
  const first = shown.messages.findIndex(({ id }) => id === latest.messages[0]?.id)
  const last = latest.messages.at(-1)?.created_at ?? ''
  const messages = shown.messages.filter(({ created_at }) => created_at > last).reduce(withMessage, latest.messages)
  if (first < 0) return { messages, has_earlier: latest.has_earlier }
  return { messages: [...shown.messages.slice(0, first), ...messages], has_earlier: shown.has_earlier }
}
