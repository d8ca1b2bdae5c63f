import { useEffect, useId, useRef, useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { articleLimits } from '#contract/moderation/publications.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Plus } from '#web/ui/icons.ts'
import type { ArticleFormTools } from './form-tools.ts'
import { SectionFields } from './section-fields.tsx'
import { SectionRow } from './section-row.tsx'
import { emptySection } from './values.ts'

interface SectionListProps extends ArticleFormTools {
  /** The key of the open section. */
  open: string | null
  onOpen: (key: string | null) => void
}

/** The sections in order, at most one of them open. */
export function SectionList({ form, field, pictures, open, onOpen }: SectionListProps) {
  const id = useId()
  const { fields, append, move, remove } = useFieldArray({ control: form.control, name: 'sections', keyName: 'rowId' })
  const [leaving, setLeaving] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLOListElement>(null)
  /** The button to focus when the list has its new order. */
  const focusNext = useRef<string | null>(null)
  const { errors } = form.formState
  const error = errors.sections?.root?.message ?? errors.sections?.message

  function moveTo(from: number, to: number): void {
    const act = document.activeElement?.getAttribute('data-act')
    focusNext.current = `[data-section="${fields[from]?.key}"] [data-act="${act}"]`
    move(from, to)
    setAnnouncement(`Раздел теперь ${to + 1}-й из ${fields.length}`)
  }
  function removeAt(index: number): void {
    const neighbour = fields[index + 1] ?? fields[index - 1]
    focusNext.current = neighbour ? `[data-section="${neighbour.key}"] [data-act="open"]` : null
    remove(index)
    setLeaving(null)
    setAnnouncement('Раздел убран')
  }
  function add(): void {
    const section = emptySection()
    append(section, { focusName: `sections.${fields.length}.name` })
    onOpen(section.key)
  }
  // Moving a node takes the focus from its contents.
  useEffect(() => {
    if (!focusNext.current) return
    list.current?.querySelector<HTMLElement>(focusNext.current)?.focus()
    focusNext.current = null
  })

  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="mb-2 text-xl">
        Разделы
      </h2>
      <ol ref={list} className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
        {fields.map(({ key, rowId }, index) => (
          <li key={rowId} data-section={key} className="border-b border-line last:border-b-0">
            <SectionRow
              control={form.control}
              index={index}
              count={fields.length}
              isOpen={key === open}
              hasError={errors.sections?.[index] !== undefined}
              panelId={`${id}-${key}`}
              onToggle={() => onOpen(key === open ? null : key)}
              onMove={to => moveTo(index, to)}
              onRemove={() => setLeaving(index)}
            />
            {key === open && (
              <div id={`${id}-${key}`} className="border-t border-line p-3 pb-5 sm:p-5">
                <SectionFields index={index} form={form} field={field} pictures={pictures} />
              </div>
            )}
          </li>
        ))}
      </ol>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {fields.length < articleLimits.sections && (
        <Button variant="secondary" onClick={add} className="mt-3">
          <Plus size={20} />
          Добавить раздел
        </Button>
      )}
      <output className="sr-only">{announcement}</output>
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Убрать раздел?"
        label="Убрать"
        onConfirm={() => leaving !== null && removeAt(leaving)}
      >
        <p>
          Раздел «{(leaving !== null && form.getValues(`sections.${leaving}.name`)) || 'Без названия'}» исчезнет из
          статьи вместе с текстом и картинкой, когда вы её сохраните.
        </p>
      </ConfirmDialog>
    </section>
  )
}
