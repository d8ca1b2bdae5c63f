import { useEffect, useEffectEvent, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { writeDraft } from '#web/ui/drafts.ts'
import type { Photo } from '#web/ui/photos/photo-list.ts'
import type { PhotoStore } from '#web/ui/photos/photo-store.ts'
import { draftOf, isChanged } from './draft.ts'
import type { Filled } from './fill-in.ts'
import type { ParsedProduct, ProductValues } from './values.ts'

const pause = 400

interface DraftOptions {
  name: string
  form: UseFormReturn<ProductValues, unknown, ParsedProduct>
  store: PhotoStore
  /** The form's initial state. */
  initial: { values: ProductValues; photos: readonly Photo[] }
  filled: Filled
}

/** Stores the draft shortly after each change and when the page is left. */
export function useDraft({ name, form, store, initial, filled }: DraftOptions) {
  /** Saved on the server: nothing is left to store or to ask about. */
  const isDone = useRef(false)
  const now = () => ({ values: form.getValues(), photos: store.get() })
  const keep = useEffectEvent(() => {
    if (!isDone.current) writeDraft(name, draftOf(initial, now(), filled))
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function keepAt() {
      clearTimeout(timer)
      timer = undefined
      keep()
    }
    function keepSoon() {
      clearTimeout(timer)
      timer = setTimeout(keepAt, pause)
    }
    const keepIfWaiting = () => {
      if (timer !== undefined) keepAt()
    }
    const unsubscribeForm = form.subscribe({ formState: { values: true }, callback: keepSoon })
    const unsubscribeStore = store.subscribe(keepSoon)
    window.addEventListener('pagehide', keepIfWaiting)
    document.addEventListener('visibilitychange', keepIfWaiting)
    return () => {
      keepIfWaiting()
      unsubscribeForm()
      unsubscribeStore()
      window.removeEventListener('pagehide', keepIfWaiting)
      document.removeEventListener('visibilitychange', keepIfWaiting)
    }
  }, [form, store])

  return {
    isChanged: () => !isDone.current && isChanged(initial, now()),
    /** Deletes the draft and stores no more. */
    finish(): void {
      isDone.current = true
      writeDraft(name, null)
    },
  }
}
