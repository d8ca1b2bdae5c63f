import type { QuestionAnswer } from '#contract/price-lists.ts'
import { browserStore } from '#web/ui/browser-store.ts'

/** A list that a visitor has looked at, from its preview until the company of the person has it. */
export interface StoredList {
  /** Instead of a text. */
  file: File | null
  text: string
  answers: QuestionAnswer[]
  /** When the visitor asked to publish it, in milliseconds since 1970; `null`: not yet. */
  sendingSince: number | null
}

const store = browserStore('price-list')

/** Who takes longer to sign up presses the button again. */
const sentWithin = 7 * 24 * 3600_000

/** Whether it is to be sent as soon as there is a company. */
export const isToBeSent = ({ sendingSince }: StoredList, now = Date.now()) =>
  sendingSince !== null && now - sendingSince < sentWithin

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** What is stored, as far as it can be read. */
export function storedListOf(stored: unknown): StoredList | null {
  if (typeof stored !== 'object' || stored === null) return null
  const list = stored as Partial<Record<keyof StoredList, unknown>>
  const file = list.file instanceof File ? list.file : null
  if (!file && text(list.text) === '') return null
  return {
    file,
    text: text(list.text),
    answers: (Array.isArray(list.answers) ? list.answers : []).flatMap((answer: Partial<QuestionAnswer> | null) => {
      const [question, value] = [text(answer?.question), text(answer?.value)]
      return question === '' || value === '' ? [] : [{ question, value }]
    }),
    sendingSince: typeof list.sendingSince === 'number' ? list.sendingSince : null,
  }
}

export const storedList = async (): Promise<StoredList | null> => storedListOf(await store.kept())
/** Keeps it, or forgets it (`null`). Returns whether it is kept. */
export const keepList = (list: StoredList | null): Promise<boolean> => store.keep(list)

/** With another answer to a question. */
export const withAnswer = (answers: readonly QuestionAnswer[], answer: QuestionAnswer): QuestionAnswer[] => [
  ...answers.filter(({ question }) => question !== answer.question),
  answer,
]

export const nameOf = ({ file }: Pick<StoredList, 'file'>) => file?.name ?? 'Вставленный список'

/** The list as a form is sent. */
export function formOf({ file, text: pasted, answers }: Omit<StoredList, 'sendingSince'>): FormData {
  const form = new FormData()
  if (file) form.append('file', file, file.name)
  else form.append('text', pasted)
  if (answers.length > 0) form.append('answers', JSON.stringify(answers))
  return form
}
