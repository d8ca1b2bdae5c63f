import { clsx } from 'clsx'
import { useWatch } from 'react-hook-form'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ArrowDown, ArrowUp, ChevronDown, CircleAlert, Trash2 } from '#web/ui/icons.ts'
import type { ArticleFormTools } from './form-tools.ts'

interface SectionRowProps {
  control: ArticleFormTools['form']['control']
  /** From 0. */
  index: number
  count: number
  isOpen: boolean
  hasError: boolean
  panelId: string
  onToggle: () => void
  onMove: (to: number) => void
  onRemove: () => void
}

/** A section's row in the list: opens, moves and removes it. */
export function SectionRow({ control, index, count, isOpen, hasError, panelId, ...on }: SectionRowProps) {
  const name = useWatch({ control, name: `sections.${index}.name` })
  const shown = name.trim() || 'Без названия'
  return (
    <div className="flex items-center">
      <h3 className="min-w-0 grow font-sans text-base">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          data-act="open"
          onClick={on.onToggle}
          className="flex min-h-12 w-full items-center gap-3 rounded-md px-2 text-left hover:bg-sunken sm:px-3"
        >
          <span className="w-5 shrink-0 text-right font-serif text-accent tabular-nums">{index + 1}</span>
          <span className={clsx('min-w-0 wrap-anywhere', isOpen && 'font-semibold')}>{shown}</span>
          {hasError && (
            <span className="flex shrink-0 items-center gap-1 text-sm text-danger">
              <CircleAlert size={16} />
              <span className="max-sm:sr-only">нужно поправить</span>
            </span>
          )}
          <ChevronDown size={20} className={clsx('ml-auto shrink-0 max-sm:hidden', isOpen && 'rotate-180')} />
        </button>
      </h3>
      <IconButton
        label={`Выше: ${shown}`}
        data-act="up"
        icon={<ArrowUp size={20} />}
        aria-disabled={index === 0 || undefined}
        onClick={() => index > 0 && on.onMove(index - 1)}
        className="aria-disabled:opacity-35"
      />
      <IconButton
        label={`Ниже: ${shown}`}
        data-act="down"
        icon={<ArrowDown size={20} />}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => index < count - 1 && on.onMove(index + 1)}
        className="aria-disabled:opacity-35"
      />
      <IconButton label={`Убрать раздел: ${shown}`} icon={<Trash2 size={18} />} onClick={on.onRemove} />
    </div>
  )
}
