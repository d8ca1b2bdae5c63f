import { useId, useRef, useState } from 'react'
import { attachedFilesMax } from '#contract/attached-files.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { acceptedFiles, refusal } from '#web/ui/files/composer.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FileText, Paperclip, X } from '#web/ui/icons.ts'

interface ClaimPicturesProps {
  /** What the pictures are of, for a screen reader. */
  of: string
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}

/** The same file is added once. */
const keyOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

/** Pictures of a claim: added one by one, as a phone takes them, looked at, and taken away again. */
export function ClaimPictures({ of, files, onChange }: ClaimPicturesProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const [error, setError] = useState('')
  const id = useId()
  function add(chosen: readonly File[]): void {
    const faults = chosen.map(refusal)
    const known = new Set(files.map(keyOf))
    const good = chosen.filter((file, at) => faults[at] === null && !known.has(keyOf(file)))
    const room = good.slice(0, attachedFilesMax - files.length)
    const sentences = faults.filter(fault => fault !== null)
    if (room.length < good.length) sentences.push(`За один раз — не больше ${attachedFilesMax} снимков`)
    setError(sentences.join('. '))
    if (room.length > 0) onChange([...files, ...room])
  }
  return (
    <div>
      {files.length > 0 && (
        <ul aria-label={`Снимки: ${of}`} className="mb-3 flex flex-wrap gap-3">
          {files.map((file, at) => (
            <li key={keyOf(file)} className="flex items-center gap-1 rounded-lg border border-line p-1">
              <Preview file={file} />
              <IconButton
                label={`Убрать ${file.name}`}
                icon={<X size={18} />}
                onClick={() => onChange(files.toSpliced(at, 1))}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={chooser}
        type="file"
        multiple
        accept={acceptedFiles}
        aria-label={`Добавить снимки: ${of}`}
        tabIndex={-1}
        className="sr-only"
        onChange={event => {
          add([...(event.target.files ?? [])])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
      <Button variant="secondary" onClick={() => chooser.current?.click()}>
        <Paperclip size={18} />
        Добавить снимки
      </Button>
      {error && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  )
}

function Preview({ file }: { file: File }) {
  function show(picture: HTMLImageElement | null) {
    if (!picture) return
    const address = URL.createObjectURL(file)
    picture.src = address
    return () => URL.revokeObjectURL(address)
  }
  return file.type.startsWith('image/') ? (
    <img ref={show} alt={file.name} className="size-16 rounded-md bg-sunken object-cover" />
  ) : (
    <span className="flex items-center gap-2 px-2 text-sm wrap-anywhere">
      <FileText aria-hidden size={22} className="shrink-0 text-leaf" />
      {file.name}
    </span>
  )
}
