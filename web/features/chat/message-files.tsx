import { clsx } from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { attachedFileTypes } from '#contract/attached-files.ts'
import type { MessageFile } from '#contract/chat.ts'
import { thumbnailWidth } from '#contract/media.ts'
import { fileKind, fileSize } from '#web/ui/files/file-text.ts'
import { Download, FileSpreadsheet, FileText } from '#web/ui/icons.ts'

const FullScreen = lazy(async () => ({ default: (await import('#web/ui/slides/full-screen.tsx')).FullScreen }))

interface MessageFilesProps {
  files: readonly MessageFile[]
  /** Called when a picture does not load: its address may have run out. */
  onStale: () => void
}

/** A message's pictures, which a click opens large, then its documents. */
export function MessageFiles({ files, onStale }: MessageFilesProps) {
  const pictures = files.filter(({ type }) => type === attachedFileTypes.picture)
  const documents = files.filter(({ type }) => type !== attachedFileTypes.picture)
  return (
    <>
      {pictures.length > 0 && <Pictures pictures={pictures} onStale={onStale} />}
      {documents.length > 0 && (
        <ul className="my-1 grid gap-1">
          {documents.map(({ id, name, size, type, url }) => (
            <li key={id}>
              <a
                href={url}
                download={name}
                className="flex min-h-11 items-center gap-2.5 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-ink no-underline hover:border-leaf"
              >
                {type === attachedFileTypes.pdf ? (
                  <FileText size={24} className="shrink-0 text-leaf" />
                ) : (
                  <FileSpreadsheet size={24} className="shrink-0 text-leaf" />
                )}
                <span className="min-w-0 grow text-sm leading-snug">
                  <span className="line-clamp-2 font-semibold wrap-anywhere">{name}</span>
                  <span className="text-muted tabular-nums">
                    {fileKind(type)} · {fileSize(size)}
                  </span>
                </span>
                <Download size={18} className="shrink-0 text-muted" />
                <span className="sr-only">Скачать</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Pictures({ pictures, onStale }: { pictures: readonly MessageFile[]; onStale: () => void }) {
  const [first, setFirst] = useState<number | null>(null)
  const isOne = pictures.length === 1
  return (
    <>
      <ul
        aria-label="Снимки сообщения"
        className={clsx(
          '-mx-2 my-1 grid max-w-[calc(100%+1rem)] gap-1 overflow-hidden rounded-lg',
          isOne ? 'w-64' : pictures.length === 2 ? 'w-72 grid-cols-2' : 'w-84 grid-cols-3',
        )}
      >
        {pictures.map(({ id, name, url }, index) => (
          <li key={id} className={clsx(!isOne && 'min-w-0')}>
            <button
              type="button"
              onClick={() => setFirst(index)}
              className="block w-full cursor-zoom-in -outline-offset-4"
            >
              <img
                src={`${url}&width=${thumbnailWidth}`}
                alt={name}
                width={isOne ? 256 : 160}
                height={isOne ? 192 : 160}
                decoding="async"
                onError={onStale}
                className={clsx(
                  'plate h-auto w-full max-w-none bg-sunken object-cover',
                  isOne ? 'aspect-[4/3]' : 'aspect-square',
                )}
              />
              <span className="sr-only">. Открыть во весь экран</span>
            </button>
          </li>
        ))}
      </ul>
      {first !== null && (
        <Suspense>
          <FullScreen
            label="Снимки сообщения"
            pictures={pictures.map(({ id, name, url }) => ({ id, src: url, alt: name }))}
            first={first}
            onClose={() => setFirst(null)}
          />
        </Suspense>
      )}
    </>
  )
}
