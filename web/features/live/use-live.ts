import { useEffect, useEffectEvent, useRef } from 'react'
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
 * Watches these posts while the component is shown. The handler also receives since when they are watched: no events
 * arrive before the first `hello` after that, so a component that shows older counts reloads them.
 */
export function useWatchedPosts(
  ids: readonly string[],
  handler: (event: EventOf<'post_changed' | 'post_removed' | 'hello'>, since: number) => void,
): void {
  const since = useRef(0)
  const onEvent = useEffectEvent((event: LiveEvent) => {
    const isAboutPost = event.type === 'post_changed' || event.type === 'post_removed'
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
