import type { Message } from '#contract/chat.ts'
import type { Unsent } from './outbox.ts'
import { dayName } from './times.ts'

/** A message as shown in a conversation; `unsent` until the server has it. */
export interface Line {
  id: string
  body: string
  at: string
  isOwn: boolean
  /** From the same sender, shortly after the message before it. */
  follows: boolean
  unsent: Unsent | null
}

export interface Day {
  name: string
  lines: Line[]
}

const pause = 5 * 60 * 1000

/** The messages of a conversation by day, followed by those still being sent. */
export function threadOf(messages: readonly Message[], unsent: readonly Unsent[], me: string, now = new Date()): Day[] {
  const sent = new Set(messages.map(({ id }) => id))
  // This browser's clock may be slow.
  const last = messages.at(-1)?.created_at ?? ''
  const lines: Omit<Line, 'follows'>[] = [
    ...messages.map(({ id, body, created_at, created_by }) => ({
      id,
      body,
      at: created_at,
      isOwn: created_by.id === me,
      unsent: null,
    })),
    // A message can arrive by the event stream before the response to sending it.
    ...unsent
      .filter(({ id }) => !sent.has(id))
      .map(letter => ({
        id: letter.id,
        body: letter.body,
        at: letter.at < last ? last : letter.at,
        isOwn: true,
        unsent: letter,
      })),
  ]
  const days: Day[] = []
  for (const line of lines) {
    const name = dayName(line.at, now)
    if (days.at(-1)?.name !== name) days.push({ name, lines: [] })
    const day = days.at(-1)
    const before = day?.lines.at(-1)
    const follows = before?.isOwn === line.isOwn && Date.parse(line.at) - Date.parse(before.at) < pause
    day?.lines.push({ ...line, follows })
  }
  return days
}
