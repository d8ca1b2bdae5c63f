import { useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ArticleForm } from '#contract/moderation/publications.ts'
import type { ArticleValues } from './values.ts'

const pause = 400

/** Calls `keep` shortly after each change of the form, and when the page is left. */
export function useDraft(form: UseFormReturn<ArticleValues, unknown, ArticleForm>, keep: () => void): void {
  const keepNow = useEffectEvent(keep)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function keepAt() {
      clearTimeout(timer)
      timer = undefined
      keepNow()
    }
    function keepSoon() {
      clearTimeout(timer)
      timer = setTimeout(keepAt, pause)
    }
    const keepIfWaiting = () => {
      if (timer !== undefined) keepAt()
    }
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: keepSoon })
    window.addEventListener('pagehide', keepIfWaiting)
    document.addEventListener('visibilitychange', keepIfWaiting)
    return () => {
      keepIfWaiting()
      unsubscribe()
      window.removeEventListener('pagehide', keepIfWaiting)
      document.removeEventListener('visibilitychange', keepIfWaiting)
    }
  }, [form])
}
