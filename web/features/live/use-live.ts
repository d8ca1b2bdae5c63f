import { useEffect, useEffectEvent, useRef } from 'react'
import type { LiveEvent } from '#contract/events.ts'
import { subscribeLive, watchPost } from './live.ts'

type EventOf<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>

/** Calls the handler for every event of this type while the component is mounted. */
export function useLive<Type extends LiveEvent['type']>(type: Type, handler: (event: EventOf<Type>) => void): void {
  const onEvent = useEffectEvent((event: LiveEvent) => {
    if (event.type === type) handler(event as EventOf<Type>)
  })
  useEffect(() => subscribeLive(onEvent), [])
}

/**
 * Watches these posts while the component is mounted. `since` is when watching began: events arrive only after the next
 * `hello`, so components with older data refetch it.
 */
export function useWatchedPosts(
  ids: readonly string[],
  handler: (event: EventOf<'post_changed' | 'post_edited' | 'post_removed' | 'hello'>, since: number) => void,
): void {
  const since = useRef(0)
  const onEvent = useEffectEvent((event: LiveEvent) => {
    const isAboutPost = event.type === 'post_changed' || event.type === 'post_edited' || event.type === 'post_removed'
    if (event.type === 'hello' || (isAboutPost && ids.includes(event.post_id))) handler(event, since.current)
  })
  useEffect(() => subscribeLive(onEvent), [])
  const list = ids.join()
  useEffect(() => {
    since.current = Date.now()
    const ends = list === '' ? [] : list.split(',').map(watchPost)
    return () => {
      for (const end of ends) end()
    }
  }, [list])
}
