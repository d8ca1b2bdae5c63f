import { clsx } from 'clsx'
import type { MouseEvent } from 'react'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Trash2, X } from '#web/ui/icons.ts'
import { StoredImage } from '#web/ui/picture.tsx'
import { hrefOfKind } from './address.ts'
import { type Chosen, type Kind, unchoose, unchooseAll } from './chosen.ts'

const names: Record<Kind, string> = { offer: 'Предложения', plant: 'Растения' }

/** What is chosen, each kind in a line of its own; on a phone two kinds share one, and their things are on their pages. */
export function CompareBar({ chosen }: { chosen: Record<Kind, readonly Chosen[]> }) {
  const kinds = (['offer', 'plant'] as const).filter(kind => chosen[kind].length > 0)
  const areBoth = kinds.length > 1
  return (
    <section
      aria-label="Выбрано для сравнения"
      className={clsx(
        'flex flex-col border-t border-line bg-surface px-4 py-1.5 shadow-lift sm:px-6 lg:rounded-t-lg lg:border-x',
        areBoth && 'max-md:flex-row max-md:justify-between',
      )}
    >
      {kinds.map(kind => (
        <Line key={kind} kind={kind} chosen={chosen[kind]} isOne={!areBoth} />
      ))}
    </section>
  )
}

interface LineProps {
  kind: Kind
  chosen: readonly Chosen[]
  /** Nothing of another kind is chosen. */
  isOne: boolean
}

/** What had the focus goes: the neighbour has it then, or the page. */
function passFocus({ currentTarget }: MouseEvent) {
  const item = currentTarget.closest('li')
  const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button')
  const target = next ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}

function Line({ kind, chosen, isOne }: LineProps) {
  const ids = chosen.map(({ id }) => id)
  return (
    <div className="flex min-w-0 items-center gap-2">
      <ButtonLink
        to={hrefOfKind(kind, ids)}
        size="sm"
        aria-label={`Сравнить ${names[kind].toLowerCase()}: ${chosen.length}`}
        className="shrink-0 tabular-nums md:w-40"
      >
        {isOne ? `Сравнить ${chosen.length}` : `${names[kind]} ${chosen.length}`}
      </ButtonLink>
      <ul
        aria-label={names[kind]}
        className={clsx('flex min-w-0 grow gap-1.5 overflow-x-auto py-1', !isOne && 'max-md:hidden')}
      >
        {chosen.map(({ id, name, picture }) => (
          <li key={id} className="min-w-0 shrink-0 md:max-w-48 md:shrink">
            <button
              type="button"
              aria-label={`Убрать из сравнения: ${name}`}
              title={name}
              onClick={event => {
                passFocus(event)
                unchoose(kind, id)
              }}
              className="flex h-9 w-full items-center gap-1.5 rounded-md border border-line pr-1.5 pl-1 text-sm text-muted hover:border-edge hover:text-ink"
            >
              <StoredImage
                src={picture}
                sizes="2.25rem"
                alt=""
                width={36}
                height={27}
                className="h-6.75 w-9 shrink-0 rounded-sm object-cover"
              />
              <span className="truncate max-md:hidden">{name}</span>
              <X size={15} className="shrink-0" />
            </button>
          </li>
        ))}
      </ul>
      <IconButton
        label={`Больше не сравнивать ${names[kind].toLowerCase()}`}
        icon={isOne ? <Trash2 size={18} /> : <X size={18} />}
        onClick={event => {
          passFocus(event)
          unchooseAll(kind)
        }}
      />
    </div>
  )
}
