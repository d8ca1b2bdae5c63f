import { useEffect, useState } from 'react'

const pause = 250

/** The debounced value, so that not every typed letter causes a request. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
