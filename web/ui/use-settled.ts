import { useEffect, useState } from 'react'

const pause = 250

/** The value as it was when it last stayed the same for a moment: nobody is asked about every letter that is typed. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
