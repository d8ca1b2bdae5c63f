import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { tableTypes } from '#contract/project-limits.ts'
import type { Sending } from '#web/lib/send-form.ts'
import { Button } from '#web/ui/button.tsx'
import { CircleAlert, FileSpreadsheet, X } from '#web/ui/icons.ts'
import { useIncomingFiles } from '#web/ui/photos/use-incoming-files.ts'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

interface DropZoneProps<Result> {
  /** Throws an Error whose message is for the person. */
  send: (file: File, sending: Sending) => Promise<Result>
  onSent: (result: Result) => void
  /** The most megabytes and rows of a file. */
  most: { megabytes: number; rows: number }
}

const numbers = new Intl.NumberFormat('ru-RU')
const megabyte = 1024 * 1024

interface Sent {
  name: string
  /** From 0 to 1. */
  share: number
}

/** A file is dropped anywhere on the page, pasted, or chosen. */
export function DropZone<Result>({ send, onSent, most }: DropZoneProps<Result>) {
  const input = useRef<HTMLInputElement>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [error, setError] = useState('')
  const sending = useRef<AbortController | null>(null)
  useEffect(() => () => sending.current?.abort(), [])

  async function take(files: readonly File[]): Promise<void> {
    const [file] = files
    if (!file || sending.current) return
    if (files.length > 1) return setError('Загружайте по одному файлу: каждый прайс-лист проверяется отдельно.')
    if (file.size > most.megabytes * megabyte)
      return setError(`«${file.name}» больше ${most.megabytes} МБ. Уберите из файла картинки или разделите его.`)
    const controller = new AbortController()
    sending.current = controller
    setError('')
    setSent({ name: file.name, share: 0 })
    try {
      const list = await send(file, {
        signal: controller.signal,
        onProgress: share => setSent({ name: file.name, share }),
      })
      onSent(list)
    } catch (failure) {
      if (!controller.signal.aborted) setError(`${file.name}: ${(failure as Error).message}`)
    } finally {
      sending.current = null
      setSent(null)
      // The same file may be chosen again.
      if (input.current) input.current.value = ''
    }
  }

  const isOver = useIncomingFiles(files => void take(files))
  return (
    <section aria-label="Загрузка прайс-листа">
      <div
        className={clsx(
          'relative grid justify-items-center gap-2 rounded-xl border-2 border-dashed px-4 py-8 text-center transition-colors sm:py-10',
          isOver ? 'border-leaf bg-leaf-soft' : 'border-edge bg-surface',
        )}
      >
        <FileSpreadsheet size={36} strokeWidth={1.5} className="text-leaf" />
        {sent ? (
          <div className="grid w-full max-w-md gap-3">
            <ProgressBar label={`Загружаем «${sent.name}»`} share={sent.share} />
            <div>
              <Button variant="quiet" size="sm" onClick={() => sending.current?.abort()}>
                <X size={16} />
                Отменить загрузку
              </Button>
            </div>
          </div>
        ) : (
          <>
            <p className="font-serif text-xl">
              {isOver ? (
                'Отпустите файл'
              ) : (
                <>
                  <span className="max-sm:hidden">Перетащите сюда прайс-лист</span>
                  <span className="sm:hidden">Ваш прайс-лист</span>
                </>
              )}
            </p>
            <p className="max-w-prose text-sm text-muted">
              Любая таблица, как есть: Excel, Word, PDF с текстом, LibreOffice, HTML, CSV. До {most.megabytes} МБ и{' '}
              {numbers.format(most.rows)} строк. Сначала покажем, что прочитали, и только потом опубликуем.
            </p>
            <input
              ref={input}
              id="price-list-file"
              type="file"
              accept={tableTypes.join(',')}
              aria-describedby={error ? 'price-list-file-error' : undefined}
              onChange={event => void take([...(event.target.files ?? [])])}
              className="peer sr-only"
            />
            <label
              htmlFor="price-list-file"
              className="mt-1 inline-flex min-h-11 cursor-pointer items-center rounded-md border border-accent bg-accent px-5 font-semibold text-on-accent outline-offset-2 outline-leaf peer-focus-visible:outline-3 hover:bg-accent-strong"
            >
              Выбрать файл
            </label>
          </>
        )}
      </div>
      <div role="alert">
        {error !== '' && (
          <p id="price-list-file-error" className="mt-3 flex items-start gap-2 wrap-anywhere text-danger">
            <CircleAlert size={20} className="mt-0.5 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </section>
  )
}
