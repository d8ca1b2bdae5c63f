import { attachedFilesMax, attachedFileTypes } from '#contract/attached-files.ts'
import { pictureLimits, pictureTypes } from '#contract/media.ts'
import { refuseType } from '../photos/refuse-file.ts'

/** A file that waits to be sent. */
export interface Attached {
  key: string
  file: File
  /** The address of a picture's preview; `""` for a document. */
  preview: string
  /** Why the server, or this page, did not take it. */
  error: string
}

export interface ComposerState {
  body: string
  files: readonly Attached[]
  /** Share of the bytes sent, from 0 to 1; `null` while nothing is being sent. */
  progress: number | null
  error: string
}

/** Why files were not sent; `files` by index. */
export class NotSent extends Error {
  readonly files: Map<number, string>

  constructor(message: string, files = new Map<number, string>()) {
    super(message)
    this.files = files
  }
}

interface Letter {
  id: string
  body: string
  files: readonly File[]
  /** What it answers. */
  replyTo: string | null
}

interface ComposerDeps {
  /** Sends the files with the text. Throws NotSent. */
  send: (letter: Letter, sending: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<void>
  /** The text as it was left. */
  body: string
  /** Stores the text until it is sent. */
  keep: (body: string) => void
}

export type Composer = ReturnType<typeof createComposer>

/** Types that the file chooser offers. */
export const acceptedFiles = [...pictureTypes, attachedFileTypes.pdf, attachedFileTypes.xlsx, '.pdf', '.xlsx'].join(',')

const isDocument = ({ name, type }: File) =>
  type === attachedFileTypes.pdf || type === attachedFileTypes.xlsx || /\.(?:pdf|xlsx)$/i.test(name)

/** Why a file cannot be sent, `null` if it seems that it can: the server looks into it. */
export function refusal(file: File): string | null {
  if (file.size === 0) return `«${file.name}» пуст`
  if (!isDocument(file)) {
    const reason = refuseType(file)
    return reason?.includes('HEIC') ? reason : reason && `«${file.name}» отправить нельзя: подойдут снимки, PDF и XLSX`
  }
  return file.size > pictureLimits.bytes ? `«${file.name}» больше 10 МБ` : null
}

/**
 * What is being written and attached: text, if any, and files. Nothing is lost while it is not sent.
 */
export function createComposer({ send, body: first, keep }: ComposerDeps) {
  let state: ComposerState = { body: first, files: [], progress: null, error: '' }
  /** Of the message as it is now: sent again unchanged, it is the same one. */
  let id = crypto.randomUUID()
  let underWay: AbortController | null = null
  const listeners = new Set<() => void>()

  function change(changes: Partial<ComposerState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  function edit(changes: Partial<ComposerState>): void {
    id = crypto.randomUUID()
    change(changes)
  }

  function release(files: readonly Attached[]): void {
    for (const { preview } of files) if (preview) URL.revokeObjectURL(preview)
  }

  return {
    get: (): ComposerState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    write(body: string): void {
      keep(body)
      edit({ body, error: '' })
    },

    fail(error: string): void {
      change({ error })
    },

    /** Adds the files that may be sent, and says why others may not. */
    add(chosen: readonly File[]): void {
      if (underWay) return
      const faults = chosen.map(refusal)
      const good = chosen.filter((_, index) => faults[index] === null)
      const taken = good.slice(0, attachedFilesMax - state.files.length)
      const sentences = faults.filter(fault => fault !== null)
      if (taken.length < good.length) sentences.push(`За один раз — не больше ${attachedFilesMax} файлов`)
      const files = taken.map(file => ({
        key: crypto.randomUUID(),
        file,
        preview: isDocument(file) ? '' : URL.createObjectURL(file),
        error: '',
      }))
      edit({ files: [...state.files, ...files], error: sentences.join('. ') })
    },

    remove(key: string): void {
      if (underWay) return
      release(state.files.filter(file => file.key === key))
      edit({ files: state.files.filter(file => file.key !== key), error: '' })
    },

    /** Sends the text with its files; afterwards both are gone, or an error says why not. */
    async sendFiles(replyTo: string | null = null): Promise<void> {
      const body = state.body.trim()
      if (underWay || state.files.length === 0) return
      underWay = new AbortController()
      const { signal } = underWay
      change({ progress: 0, error: '', files: state.files.map(file => ({ ...file, error: '' })) })
      try {
        const files = state.files.map(({ file }) => file)
        await send({ id, body, files, replyTo }, { onProgress: progress => change({ progress }), signal })
        release(state.files)
        keep('')
        edit({ body: '', files: [], progress: null })
      } catch (failure) {
        const faults = failure instanceof NotSent ? failure.files : new Map<number, string>()
        change({
          progress: null,
          error: signal.aborted || faults.size > 0 ? '' : failure instanceof Error ? failure.message : '',
          files: state.files.map((file, index) => ({ ...file, error: faults.get(index) ?? '' })),
        })
      } finally {
        underWay = null
      }
    },

    /** Stops sending; text and files stay. */
    cancel(): void {
      underWay?.abort()
    },

    /** Whether it holds more than the text, which is stored elsewhere. */
    isNeeded: (): boolean => underWay !== null || state.files.length > 0,
  }
}
