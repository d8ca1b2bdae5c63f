import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ParsedProduct, ProductValues } from '../values.ts'
import { alikeIn, answered, answeredAlike } from './questions.ts'
import { type Doubt, emptySize, type SizeValues } from './size-values.ts'

/** An answered doubt and its answer, while similar doubts are open. */
interface Answer {
  doubt: Doubt
  choice: number | null
}

/** Answers to what pasted lines left open, and how many open doubts are like the one that was answered last. */
export function useAnswers(form: UseFormReturn<ProductValues, unknown, ParsedProduct>) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const sizes = () => form.getValues('variants')

  function setSize(place: number, size: SizeValues): void {
    const before = sizes()[place]
    for (const name of Object.keys(size) as (keyof SizeValues)[]) {
      if (before?.[name] !== size[name]) form.setValue(`variants.${place}.${name}`, size[name])
    }
  }

  function give(place: number, doubt: Doubt, choice: number | null): void {
    const size = sizes()[place]
    if (!size) return
    setSize(place, answered(size, doubt, choice === null ? null : (doubt.alternatives[choice] ?? null)))
    setAnswer({ doubt, choice })
  }

  const alike = answer ? sizes().filter(size => alikeIn(size, answer.doubt).length > 0).length : 0
  function giveAlike(): void {
    if (!answer) return
    for (const [place, size] of sizes().entries()) {
      if (alikeIn(size, answer.doubt).length > 0) setSize(place, answeredAlike(size, answer.doubt, answer.choice))
    }
    setAnswer(null)
  }

  /** Text that is not about sizes goes into the row's note, or away. */
  function giveRest(place: number, isNote: boolean): void {
    const size = sizes()[place] ?? emptySize
    const note = isNote ? [size.note, size.rest].filter(Boolean).join('; ') : size.note
    setSize(place, { ...size, note, rest: '' })
  }

  return { alike, give, giveAlike, giveRest }
}
