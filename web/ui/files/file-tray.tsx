import { clsx } from 'clsx'
import { attachedFileTypes } from '#contract/attached-files.ts'
import { FileSpreadsheet, FileText, X } from '#web/ui/icons.ts'
import { IconButton } from '../icon-button.tsx'
import { ProgressBar } from '../progress-bar.tsx'
import type { Attached, Composer } from './composer.ts'
import { fileSize } from './file-text.ts'

interface TrayProps {
  files: readonly Attached[]
  composer: Composer
  /** The share that has been sent; `null`: nothing is being sent. */
  progress: number | null
}

/** The files that wait to be sent, each with its fault and a button that takes it away, and how far sending has come. */
export function FileTray({ files, composer, progress }: TrayProps) {
  return (
    <>
      {files.length > 0 && (
        <ul
          aria-label="Приложенные файлы"
          className="mb-3 grid max-h-56 grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2 overflow-y-auto"
        >
          {files.map(({ key, file, preview, error }) => (
            <li
              key={key}
              className={clsx(
                'flex min-w-0 items-center gap-2 rounded-lg border p-1.5',
                error ? 'border-danger' : 'border-line',
              )}
            >
              {preview ? (
                <img src={preview} alt="" className="size-11 shrink-0 rounded-md bg-sunken object-cover" />
              ) : (
                <span className="grid size-11 shrink-0 place-items-center rounded-md bg-sunken text-leaf">
                  {/\.xlsx$/i.test(file.name) || file.type === attachedFileTypes.xlsx ? (
                    <FileSpreadsheet size={22} />
                  ) : (
                    <FileText size={22} />
                  )}
                </span>
              )}
              <span className="min-w-0 grow text-sm leading-snug">
                <span className="block truncate">{file.name}</span>
                {error ? (
                  <span role="alert" className="block text-danger">
                    {error}
                  </span>
                ) : (
                  <span className="block text-muted tabular-nums">{fileSize(file.size)}</span>
                )}
              </span>
              <IconButton
                label={`Убрать ${file.name}`}
                icon={<X size={18} />}
                disabled={progress !== null}
                onClick={() => composer.remove(key)}
              />
            </li>
          ))}
        </ul>
      )}
      {progress !== null && (
        <div className="mb-3">
          <ProgressBar
            label={progress < 1 ? 'Отправляем файлы' : 'Проверяем и сохраняем'}
            share={progress < 1 ? progress : null}
          />
        </div>
      )}
    </>
  )
}
