import { useEffect, useState } from 'react'
import { browserStore } from '#web/ui/browser-store.ts'
import { draftPictures } from '#web/ui/drafts.ts'

const store = browserStore(draftPictures)

type Pictures = ReadonlyMap<string, readonly File[]>
const none: Pictures = new Map()

function restored(stored: unknown): Pictures {
  if (!(stored instanceof Map)) return none
  const known = [...stored].flatMap(([line, files]): [string, File[]][] =>
    typeof line === 'string' && Array.isArray(files) ? [[line, files.filter(file => file instanceof File)]] : [],
  )
  return new Map(known)
}

/**
 * Pictures that are chosen for lines, stored in this browser until they are sent: a photograph taken in a field cannot be
 * taken again at home.
 */
export function useStoredPictures(name: string) {
  const [pictures, setPictures] = useState(none)

  useEffect(() => {
    let isOver = false
    void store.kept(name).then(stored => {
      // What was chosen meanwhile is newer.
      if (!isOver) setPictures(now => (now.size > 0 ? now : restored(stored)))
    })
    return () => {
      isOver = true
    }
  }, [name])

  return {
    of: (line: string): readonly File[] => pictures.get(line) ?? [],
    change(line: string, files: readonly File[]): void {
      const changed = new Map(pictures).set(line, files)
      setPictures(changed)
      void store.keep(changed, name)
    },
    /** Sent: nothing is left to store. */
    finish(): void {
      void store.keep(null, name)
    },
  }
}
