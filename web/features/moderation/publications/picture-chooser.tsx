import { clsx } from 'clsx'
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { acceptedTypes } from '#web/ui/photos/refuse-file.ts'

interface PictureChooserProps {
  onChoose: (file: File | undefined) => void
  className?: string
  /** The button's content and label. */
  children: ReactNode
}

/** A button that opens a file chooser for a picture. */
export function PictureChooser({ onChoose, className, children }: PictureChooserProps) {
  const id = useId()
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    onChoose(event.target.files?.[0])
    // Lets the same file be chosen again.
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
