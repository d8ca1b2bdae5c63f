import { clsx } from 'clsx'
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { acceptedTypes } from '#web/ui/photos/refuse-file.ts'

interface PictureChooserProps {
  onChoose: (file: File | undefined) => void
  className?: string
  /** What it looks like and is called. */
  children: ReactNode
}

/** A button that asks for a picture. */
export function PictureChooser({ onChoose, className, children }: PictureChooserProps) {
  const id = useId()
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    onChoose(event.target.files?.[0])
    // The same file may be chosen again.
    event.target.value = ''
  }
  return (
    <>
      <input id={id} type="file" accept={acceptedTypes} onChange={choose} className="peer sr-only" />
      <label
        htmlFor={id}
        className={clsx(
          'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-leaf',
          className,
        )}
      >
        {children}
      </label>
    </>
  )
}
