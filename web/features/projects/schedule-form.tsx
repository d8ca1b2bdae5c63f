import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { lazy, Suspense, useId, useRef } from 'react'
import { projectLimits, tableBytes, tableTypes } from '#contract/project-limits.ts'
import { useApp } from '#web/lib/app-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FormErrors } from '#web/ui/form-errors.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FileSpreadsheet, X } from '#web/ui/icons.ts'
import { useIncomingFiles } from '#web/ui/photos/use-incoming-files.ts'
import type { Messages } from '#web/ui/refusals.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { companyChoicesQuery } from '../companies/api.ts'
import { zoneName } from '../offers/zones.ts'
import { useChosenPlace } from '../places/chosen-place.ts'
import type { Draft } from './draft.ts'

const PlaceField = lazy(async () => ({ default: (await import('../places/place-field.tsx')).PlaceField }))

/** As people write schedules: girth, height, packing, cultivar, Latin, a question. */
export const example = `Деревья
Липа мелколистная, обхват 18-20, WRB — 12 шт
Клён остролистный 'Globosum' Pa220 14-16, 6 шт
Кустарники
Можжевельник казацкий 60-80 С10 — 25 шт
Thuja occidentalis 'Smaragd', 160-180, 40 шт.
Гортензия метельчатая Лаймлайт С5 30 шт`

const zones = [1, 2, 3, 4, 5, 6, 7, 8, 9]

interface ScheduleFormProps {
  draft: Draft
  file: File | null
  errors: Messages
  busy: boolean
  onChange: (change: Partial<Draft>) => void
  /** `null`: the text again. */
  onFile: (file: File | null) => void
  onError: (errors: Messages) => void
  onSubmit: () => void
}

/** A schedule as text or as a file, and where it is planted. */
export function ScheduleForm({ draft, file, errors, busy, onChange, onFile, onError, onSubmit }: ScheduleFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const fileId = useId()
  function take(files: readonly File[]) {
    const [chosen] = files
    if (input.current) input.current.value = ''
    if (!chosen) return
    if (files.length > 1) return onError({ file: 'Выберите один файл.' })
    if (chosen.size > tableBytes)
      return onError({ file: `«${chosen.name}» больше 10 МБ. Уберите из файла картинки или вставьте строки текстом.` })
    onError({})
    onFile(chosen)
  }
  const isOver = useIncomingFiles(take)
  const { file: fileError, text: textError, ...others } = errors
  const shown = new Set(['name', 'region', 'zone', 'place'])
  const rest = Object.entries(others).flatMap(([field, message]) => (shown.has(field) ? [] : [message]))

  return (
    <form
      noValidate
      aria-label="Ассортиментная ведомость"
      className="grid gap-5"
      onSubmit={event => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <FormErrors messages={rest} />
      <div
        className={clsx(
          'rounded-xl border-2 border-dashed p-4 transition-colors sm:p-5',
          isOver ? 'border-leaf bg-leaf-soft' : 'border-edge/60 bg-surface',
        )}
      >
        {file ? (
          <div className="flex items-center gap-3">
            <FileSpreadsheet size={32} strokeWidth={1.5} className="shrink-0 text-leaf" />
            <p className="min-w-0 grow wrap-anywhere">
              <span className="block text-sm text-muted">Файл с ведомостью</span>
              <span className="font-semibold">{file.name}</span>
            </p>
            <IconButton label={`Убрать файл ${file.name}`} icon={<X size={20} />} onClick={() => onFile(null)} />
          </div>
        ) : (
          <TextArea
            label="Список растений, по одному в строке"
            rows={9}
            placeholder={example}
            spellCheck={false}
            value={draft.text}
            onChange={event => onChange({ text: event.target.value })}
            hint="Поймём русские и латинские названия, сорта, обхват, высоту, ком и контейнер (RB, WRB, С10), количество."
            error={textError}
          />
        )}
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <input
            ref={input}
            id={fileId}
            type="file"
            accept={tableTypes.join(',')}
            aria-describedby={fileError ? `${fileId}-error` : undefined}
            onChange={event => take([...(event.target.files ?? [])])}
            className="peer sr-only"
          />
          <label
            htmlFor={fileId}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-leaf/45 bg-surface px-4 font-semibold text-leaf outline-offset-2 outline-leaf peer-focus-visible:outline-3 hover:border-leaf hover:bg-leaf-soft"
          >
            <FileSpreadsheet size={19} />
            {file ? 'Другой файл' : 'Выбрать файл'}
          </label>
          <span className="text-sm text-muted max-sm:hidden">
            {isOver ? 'Отпустите файл' : 'или перетащите: Excel, Word, PDF, LibreOffice, CSV до 10 МБ'}
          </span>
          {!file && draft.text === '' && (
            <Button variant="quiet" onClick={() => onChange({ text: example })} className="-mx-3 sm:ml-auto">
              Вставить пример
            </Button>
          )}
        </div>
        <div role="alert">{fileError && <FieldError id={`${fileId}-error`}>{fileError}</FieldError>}</div>
      </div>
      <Where draft={draft} errors={errors} onChange={onChange} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" busy={busy} className="needs-script max-sm:w-full">
          {busy ? 'Подбираем…' : 'Подобрать'}
        </Button>
        <p className="text-sm text-muted">До {projectLimits.lines.toLocaleString('ru-RU')} строк.</p>
        <p className="hidden text-danger noscript:block">Чтобы подобрать растения, включите в браузере JavaScript.</p>
      </div>
    </form>
  )
}

interface WhereProps {
  draft: Pick<Draft, 'name' | 'region' | 'zone' | 'place'>
  errors: Messages
  onChange: (change: Partial<Draft>) => void
}

/** What a schedule is called, and where it is planted: all of it may be left out. */
export function Where({ draft, errors, onChange }: WhereProps) {
  const { api } = useApp()
  const { data: choices } = useQuery(companyChoicesQuery(api))
  const place = useChosenPlace()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Название проекта"
        placeholder="Например, сквер на Садовой"
        autoComplete="off"
        maxLength={projectLimits.name}
        value={draft.name}
        onChange={event => onChange({ name: event.target.value })}
        error={errors.name}
      />
      <SelectField
        label="Зона зимостойкости"
        hint="Предупредим о растениях, которые здесь не зимуют"
        value={draft.zone}
        onChange={event => onChange({ zone: event.target.value })}
        error={errors.zone}
      >
        <option value="">Не указана</option>
        {zones.map(zone => (
          <option key={zone} value={zone}>
            {zoneName(zone)}
          </option>
        ))}
      </SelectField>
      {/* A place says the region too. */}
      {!place && !draft.place && (
        <SelectField
          label="Регион"
          value={draft.region}
          onChange={event => onChange({ region: event.target.value })}
          error={errors.region}
        >
          <option value="">Не указан</option>
          {choices?.cities.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Suspense fallback={<div className="h-18" />}>
        <PlaceField
          name="place"
          label="Место"
          hint={place && !draft.place ? `Пусто: ваше место, ${place.name}` : 'Покажем расстояние до питомников'}
          initial={draft.place}
          onChange={place => onChange({ place })}
          error={errors.place}
        />
      </Suspense>
    </div>
  )
}
