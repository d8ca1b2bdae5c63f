import { useEffect, useRef, useState } from 'react'
import type { Upload } from '#contract/uploads.ts'
import { refuseSize, refuseType } from '#web/ui/photos/refuse-file.ts'
import { scaleDown } from '#web/ui/photos/scale-down.ts'
import type { SendPhoto } from '#web/ui/photos/send-photo.ts'

/** Uploads pictures of the form and tracks running uploads, which saving waits for. */
export interface Pictures {
  send: SendPhoto
  jobs: Set<Promise<void>>
}

type State = { progress: number } | { error: string } | null

/** Uploads a picture when it is chosen and passes it to `onStored`. A new choice cancels the previous upload. */
export function usePictureUpload({ send, jobs }: Pictures, onStored: (upload: Upload) => void) {
  const [state, setState] = useState<State>(null)
  const underWay = useRef<AbortController>(undefined)
  useEffect(() => () => underWay.current?.abort(), [])

  async function transfer(file: File, signal: AbortSignal): Promise<void> {
    try {
      const wrongType = refuseType(file)
      if (wrongType) throw new Error(wrongType)
      setState({ progress: 0 })
      const picture = await scaleDown(file)
      const tooLarge = refuseSize(picture)
      if (tooLarge) throw new Error(tooLarge)
      const stored = await send(picture, { onProgress: progress => setState({ progress }), signal })
      if (signal.aborted) return
      setState(null)
      onStored(stored)
    } catch (error) {
      if (!signal.aborted) setState({ error: error instanceof Error ? error.message : 'Не загрузилась' })
    }
  }

  function take(file: File | undefined): void {
    if (!file) return
    underWay.current?.abort()
    underWay.current = new AbortController()
    const job = transfer(file, underWay.current.signal).finally(() => jobs.delete(job))
    jobs.add(job)
  }

  return { state, take }
}
