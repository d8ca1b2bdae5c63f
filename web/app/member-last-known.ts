import { useEffect } from 'react'
import { readDraft, writeDraft } from '#web/ui/drafts.ts'

/** What waits for a person, as the menu shows it. */
interface Waiting {
  chat: number
  trade: number
  bell: boolean
  isStaff: boolean
}

/** `undefined`: not known yet. */
type Known = { [Name in keyof Waiting]: Waiting[Name] | undefined }

const name = 'menu'
const nothing: Waiting = { chat: 0, trade: 0, bell: false, isStaff: false }

/** What this browser knew last of this person; of anybody else nothing. The storage's content is untrusted. */
function lastKnown(person: string): Waiting {
  const { of, chat, trade, bell, isStaff } = { ...(readDraft(name) as Partial<Waiting & { of: string }> | null) }
  if (of !== person) return nothing
  return { chat: Number(chat) || 0, trade: Number(trade) || 0, bell: bell === true, isStaff: isStaff === true }
}

/**
 * What is known now, and until it is what was known on the page before: numbers that come late blink at every page. It
 * goes with the drafts when the person signs out.
 */
export function useLastKnown(person: string, known: Known): Waiting {
  const last = lastKnown(person)
  const shown: Waiting = {
    chat: known.chat ?? last.chat,
    trade: known.trade ?? last.trade,
    bell: known.bell ?? last.bell,
    isStaff: known.isStaff ?? last.isStaff,
  }
  const { chat, trade, bell, isStaff } = shown
  useEffect(() => {
    if (person) writeDraft(name, { of: person, chat, trade, bell, isStaff })
  }, [person, chat, trade, bell, isStaff])
  return shown
}
