import { useId } from 'react'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { ImagePlus, Trash2 } from '#web/ui/icons.ts'
import { Picture } from '#web/ui/picture.tsx'
import { PictureChooser } from './picture-chooser.tsx'
import { UploadState } from './upload-state.tsx'
import { type Pictures, usePictureUpload } from './use-picture-upload.ts'

interface SectionPictureProps {
  /** The address of the picture, empty if there is none. */
  value: string
  onChange: (address: string) => void
  error: string | undefined
  pictures: Pictures
}

/** The picture above a section's text. */
export function SectionPicture({ value, onChange, error, pictures }: SectionPictureProps) {
  const id = useId()
  const { state, take } = usePictureUpload(pictures, ({ get_image }) => onChange(get_image))
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Картинка раздела</legend>
      {value && (
        <Picture src={value} alt="" ratio={[16, 9]} sizes="20rem" className="mb-2 rounded-lg border border-line" />
      )}
      <div className="flex flex-wrap gap-2">
        <PictureChooser onChoose={take} className={buttonStyle('secondary', 'md')}>
          <ImagePlus size={20} />
          {value ? 'Заменить' : 'Выбрать картинку'}
        </PictureChooser>
        {value && (
          <Button variant="quiet" onClick={() => onChange('')}>
            <Trash2 size={18} />
            Убрать
          </Button>
        )}
      </div>
      <UploadState id={`${id}-upload`} state={state} />
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
