import type { Place } from '#contract/places.ts'
import { lineUnits } from '#contract/project-limits.ts'
import type { LineAnswer, LineUnit } from '#contract/projects.ts'
import { readDraft, writeDraft } from '#web/ui/drafts.ts'

/** A schedule that is not a project yet. */
export interface Draft {
  text: string
  /** Of the file instead of a text; the file itself is in stored-file.ts. */
  fileName: string | null
  name: string
  /** Ids, as fields hold them. */
  region: string
  zone: string
  place: Place | null
  /** The preview has been asked for. */
  isAsked: boolean
  /** What was answered in the preview. */
  answers: LineAnswer[]
  /** When the visitor asked to save it, in milliseconds since 1970; `null`: not yet. */
  savingSince: number | null
}

export const emptyDraft: Draft = {
  text: '',
  fileName: null,
  name: '',
  region: '',
  zone: '',
  place: null,
  isAsked: false,
  answers: [],
  savingSince: null,
}

const key = 'schedule'

/** Who takes longer to sign up presses the button again. */
const savedWithin = 24 * 3600_000

/** Whether it is to be saved as soon as the person is signed in. */
export const isToBeSaved = ({ savingSince }: Draft, now = Date.now()) =>
  savingSince !== null && now - savingSince < savedWithin

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const id = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined)

/** A quantity and a size as they were typed in this browser; the server checks them again. */
function answerOf(value: unknown): LineAnswer[] {
  const { position, plant, chosen, quantity, unit, wish } = (value ?? {}) as Record<string, unknown>
  const at = id(position)
  if (at === undefined) return []
  return [
    {
      position: at,
      ...(plant === undefined ? {} : { plant: id(plant) ?? null }),
      ...(chosen === undefined ? {} : { chosen: id(chosen) ?? null }),
      ...(quantity === null || typeof quantity === 'number' ? { quantity } : {}),
      ...(lineUnits.find(known => known === unit) ? { unit: unit as LineUnit } : {}),
      ...(typeof wish === 'object' && wish !== null ? { wish: wish as NonNullable<LineAnswer['wish']> } : {}),
    },
  ]
}

/** What is stored, as far as it can be read. */
export function draftOf(stored: unknown): Draft | null {
  if (typeof stored !== 'object' || stored === null) return null
  const draft = stored as Partial<Record<keyof Draft, unknown>>
  const place = draft.place as Place | null
  return {
    text: text(draft.text),
    fileName: typeof draft.fileName === 'string' ? draft.fileName : null,
    name: text(draft.name),
    region: text(draft.region),
    zone: text(draft.zone),
    place: typeof place?.id === 'number' && typeof place.name === 'string' && place.region ? place : null,
    isAsked: draft.isAsked === true,
    answers: Array.isArray(draft.answers) ? draft.answers.flatMap(answerOf) : [],
    savingSince: typeof draft.savingSince === 'number' ? draft.savingSince : null,
  }
}

export const storedDraft = (): Draft | null => draftOf(readDraft(key))
export const storeDraft = (draft: Draft | null): void => writeDraft(key, draft)

/** With more said about a line; a new plant takes what was chosen of the old one with it. */
export function withAnswer(answers: readonly LineAnswer[], answer: LineAnswer): LineAnswer[] {
  const before = answers.find(({ position }) => position === answer.position)
  const others = answers.filter(({ position }) => position !== answer.position)
  const { chosen: _, ...kept } = before ?? answer
  const wish = answer.wish ? { wish: { ...before?.wish, ...answer.wish } } : {}
  return [...others, { ...(answer.plant === undefined ? before : kept), ...answer, ...wish }]
}

/** The draft as a form is sent. */
export function formOf({ text: pasted, name, region, zone, place, answers }: Draft, file: File | null): FormData {
  const form = new FormData()
  if (file) form.append('file', file, file.name)
  else form.append('text', pasted)
  const fields = { name, region, zone, place: place ? String(place.id) : '' }
  for (const [field, value] of Object.entries(fields)) if (value !== '') form.append(field, value)
  if (answers.length > 0) form.append('answers', JSON.stringify(answers))
  return form
}

const savedKey = 'schedule.saved'

/** The project that the list of this browser became last: another tab may be about to save the same list. */
export const storeSaved = (project: string) => writeDraft(savedKey, { project })

export function storedSaved(): string | null {
  const { project } = (readDraft(savedKey) ?? {}) as { project?: unknown }
  return typeof project === 'string' ? project : null
}
