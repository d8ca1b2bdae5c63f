import { type ComponentProps, useId, useMemo } from 'react'
import { pictureLimits, pictureTypes } from '#contract/media.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Camera } from '#web/ui/icons.ts'

interface AvatarFieldProps extends ComponentProps<'input'> {
  /** The stored picture. */
  current: string
  /** The newly chosen file, unless it is invalid. */
  chosen: File | undefined
  error?: string
}

/** The round picture with a button to choose another; it is saved with the rest of the form. */
export function AvatarField({ current, chosen, error, ...rest }: AvatarFieldProps) {
  const id = useId()
  const preview = useMemo(() => (chosen ? URL.createObjectURL(chosen) : null), [chosen])
  return (
    <div className="flex items-center gap-4 sm:gap-5">
      <img
        src={preview ?? current}
        alt={preview ? 'Так будет выглядеть новое фото' : 'Ваше фото'}
        width={96}
        height={96}
        // Once the image is decoded, its address is not needed any more and can be released.
        onLoad={() => preview && URL.revokeObjectURL(preview)}
        className="size-24 shrink-0 rounded-full border border-line bg-sunken object-cover"
      />
      <div>
        <input
          {...rest}
          id={id}
          type="file"
          accept={pictureTypes.join(',')}
          aria-describedby={`${id}-error ${id}-hint`}
          aria-invalid={error ? true : undefined}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={buttonStyle(
            'secondary',
            'md',
            'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-leaf',
          )}
        >
          <Camera size={20} className="max-sm:hidden" />
          {chosen ? 'Другое фото' : 'Сменить фото'}
        </label>
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-muted">
          JPEG, PNG, WebP, AVIF или GIF, до {pictureLimits.bytes / 1024 / 1024} МБ. Видно будет то, что в круге.
        </p>
      </div>
    </div>
  )
}
