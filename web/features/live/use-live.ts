import { useEffect, useEffectEvent } from 'react'
import type { LiveEvent } from '#contract/events.ts'
import { subscribeLive, watchPost } from './live.ts'

type EventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>

/** Calls back for every event of this type while the component is shown. */
export function useLive<Type extends LiveEvent['type']>(type: Type, handler: (event: EventOf<Type>) => void): void {
  const onEvent = useEffectEvent((event: LiveEvent) => {
    if (event.type === type) handler(event as EventOf<Type>)
  })
  useEffect(() => subscribeLive(onEvent), [])
}

/**
 * Watches these posts while the component is shown. On `hello` nothing has been told so far: whoever shows numbers of
 * theirs reads them anew.
 */
export function useWatchedPosts(
  ids: readonly string[],
  handler: (event: EventOf<'post_changed' | 'post_removed' | 'hello'>) => void,
): void {
  const onEvent = useEffectEvent((event: LiveEvent) => {
    const isAboutPost = event.type === 'post_changed' || event.type === 'post_removed'
    if (event.type === 'hello' || (isAboutPost && ids.includes(event.post_id))) handler(event)
  })
  useEffect(() => subscribeLive(onEvent), [])
  const list = ids.join()
  useEffect(() => {
    const ends = list === '' ? [] : list.split(',').map(watchPost)
    return () => {
      for (const end of ends) end()
    }
  }, [list])
}
