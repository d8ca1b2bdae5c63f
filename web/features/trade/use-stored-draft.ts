import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { readDraft, writeDraft } from '#web/ui/drafts.ts'

const pause = 400

interface StoredDraftOptions<Values extends object> {
  name: string
  /** As the form begins without a draft. */
  initial: Values
  /** What a stored draft makes of it; `null`: the draft is not to be read, or says nothing new. */
  restore: (draft: unknown) => Values | null
}

/**
 * The values of a form, stored in this browser shortly after each change and when the page is left, until they are sent.
 */
export function useStoredDraft<Values extends object>({ name, initial, restore }: StoredDraftOptions<Values>) {
  const [began] = useState(() => {
    const restored = restore(readDraft(name))
    return { values: restored ?? initial, isRestored: restored !== null }
  })
  const [values, setValues] = useState(began.values)
  const [isRestored, setRestored] = useState(began.isRestored)
  /** What is not stored yet. */
  const unsaved = useRef<Values | null>(null)
  const isDone = useRef(false)
  const isFirst = useRef(true)

  const keep = useEffectEvent(() => {
    if (unsaved.current && !isDone.current) writeDraft(name, unsaved.current)
    unsaved.current = null
  })

  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    unsaved.current = values
    const timer = setTimeout(keep, pause)
    return () => clearTimeout(timer)
  }, [values])

  useEffect(() => {
    window.addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      keep()
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [])

  return {
    values,
    setValues,
    isRestored,
    /** Begins anew. */
    discard(): void {
      unsaved.current = null
      isFirst.current = true
      writeDraft(name, null)
      setValues(initial)
      setRestored(false)
    },
    /** Sent: nothing is left to store. */
    finish(): void {
      isDone.current = true
      writeDraft(name, null)
    },
  }
}
