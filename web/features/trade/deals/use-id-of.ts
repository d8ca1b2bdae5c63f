import { useRef } from 'react'

/**
 * The id of what is sent, new for each content: sent again after an answer that was lost, it is the same thing to the
 * server.
 */
export function useIdOf(): (content: unknown) => string {
  const last = useRef({ as: '', id: '' })
  return content => {
    const as = JSON.stringify(content)
    if (last.current.as !== as) last.current = { as, id: crypto.randomUUID() }
    return last.current.id
  }
}
