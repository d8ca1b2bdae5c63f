import { clsx } from 'clsx'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ArticleFormTools } from './form-tools.ts'
import { SectionPicture } from './section-picture.tsx'
import { TextEditor } from './text-editor.tsx'
import { TextPreview } from './text-preview.tsx'

interface SectionFieldsProps extends ArticleFormTools {
  index: number
}

/** The fields of a section. Text and preview are side by side, or in turn on a narrow screen. */
export function SectionFields({ index, form, field, pictures }: SectionFieldsProps) {
  const at = `sections.${index}` as const
  const [isPreview, setPreview] = useState(false)
  const picture = useWatch({ control: form.control, name: `${at}.picture` })
  const text = useWatch({ control: form.control, name: `${at}.text` })
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <TextField label="Название раздела" required {...field(`${at}.name`)} />
        <TextField
          label="Адрес раздела"
          hint="Можно не писать: получится из названия"
          {...field(`${at}.slug`)}
          inputClassName="font-mono text-sm"
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <SectionPicture
          value={picture}
          onChange={address => form.setValue(`${at}.picture`, address, { shouldValidate: true })}
          error={field(`${at}.picture`).error}
          pictures={pictures}
        />
        <TextArea
          label="Что на картинке"
          hint="Для тех, кто её не видит, и на случай, если она не загрузится"
          rows={3}
          {...field(`${at}.picture_alt`)}
        />
      </div>
      <div>
        <Button
          variant="secondary"
          size="sm"
          aria-pressed={isPreview}
          onClick={() => setPreview(!isPreview)}
          className="mb-2 xl:hidden"
        >
          {isPreview ? 'Вернуться к тексту' : 'Посмотреть, как выйдет'}
        </Button>
        <div className="grid items-start gap-x-5 xl:grid-cols-2">
          <TextEditor
            {...field(`${at}.text`)}
            pictures={pictures}
            className={clsx('min-w-0', isPreview && 'max-xl:hidden')}
          />
          <div className={clsx('min-w-0', !isPreview && 'max-xl:hidden')}>
            <p aria-hidden className="mb-1 text-sm font-semibold">
              Так увидят читатели
            </p>
            <TextPreview text={text} />
          </div>
        </div>
      </div>
    </div>
  )
}
