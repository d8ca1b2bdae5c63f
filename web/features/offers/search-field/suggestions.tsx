import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Suggestion } from '#contract/offer-search.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted, pluralForm } from '#web/lib/plural.ts'
import { LatinName } from '#web/ui/latin-name.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { offerForms } from '../find/texts.ts'
import { suggestionsQuery } from './api.ts'

const shortest = 2
const kinds: Record<Suggestion['kind'], string> = {
  plant: '',
  genus: 'род',
  category: 'категория',
  company: 'питомник',
}
const suggestionForms = ['подсказка', 'подсказки', 'подсказок'] as const

/**
 * What may be meant by what is being typed: makes a combobox of a search field that is already on the page. The field
 * belongs to the page's first load and this does not, so it takes hold of the element itself. A network failure shows
 * nothing: the form goes on working.
 */
export default function Suggestions({ input }: { input: HTMLInputElement }) {
  const { api } = useApp()
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState(() => input.value.trim())
  /** Somebody has typed or pressed an arrow since the list was last closed; typed, maybe, while this was loading. */
  const [isAsked, setAsked] = useState(() => document.activeElement === input && input.value !== input.defaultValue)
  const [active, setActive] = useState(-1)
  const settled = useSettled(typed)
  const { data } = useQuery({
    ...suggestionsQuery(api, settled),
    enabled: isAsked && settled.length >= shortest,
    placeholderData: keepPreviousData,
  })
  const options = typed.length >= shortest && data ? data : []
  const isOpen = isAsked && options.length > 0
  const optionId = (at: number) => `${id}-${at}`
  const activeId = isOpen && active >= 0 ? optionId(active) : null

  function close() {
    setAsked(false)
    setActive(-1)
  }
  function choose(option: Suggestion) {
    close()
    input.blur()
    void navigate(option.url)
  }
  const onInput = useEffectEvent(() => {
    setTyped(input.value.trim())
    setAsked(true)
    setActive(-1)
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return
    const { key } = event
    const option = options[active]
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) setAsked(true)
      // Past either end is the field itself.
      else if (key === 'ArrowDown') setActive(active === options.length - 1 ? -1 : active + 1)
      else setActive(active === -1 ? options.length - 1 : active - 1)
    } else if (key === 'Enter' && isOpen && option) {
      event.preventDefault()
      choose(option)
    } else if (key === 'Escape' && isOpen) {
      // Pressed again it empties the field.
      event.preventDefault()
      close()
    }
  })
  const onLeave = useEffectEvent(close)
  /** What was typed after the first rendering, before the field was listened to. */
  const catchUp = useEffectEvent(() => {
    if (document.activeElement === input && input.value.trim() !== typed) input.dispatchEvent(new Event('input'))
  })

  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    input.addEventListener('input', () => onInput(), { signal })
    input.addEventListener('keydown', event => onKey(event), { signal })
    input.addEventListener('blur', () => onLeave(), { signal })
    input.form?.addEventListener('submit', () => onLeave(), { signal })
    catchUp()
    return () => listeners.abort()
  }, [input])

  useComboboxRole(input, isOpen ? id : null, activeId)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus stays in the field
        <div
          id={id}
          role="listbox"
          aria-label="Подсказки"
          className="absolute inset-x-0 top-full z-50 mt-1 max-h-[min(28rem,60dvh)] overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-1.5 shadow-lift"
          // A press on the list leaves the focus in the field.
          onMouseDown={event => event.preventDefault()}
        >
          {options.map((option, at) => (
            <Option
              key={option.kind + option.url}
              id={optionId(at)}
              option={option}
              isActive={at === active}
              onChoose={() => choose(option)}
            />
          ))}
        </div>
      )}
      <output className="sr-only">
        {isOpen &&
          `${options.length} ${pluralForm(options.length, suggestionForms)}. Выбрать можно стрелками вверх и вниз.`}
      </output>
    </>
  )
}

/** Says of the field what the list is to it: which list is open (`null`: none), and which option the arrows are at. */
function useComboboxRole(input: HTMLInputElement, listId: string | null, activeId: string | null): void {
  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(listId !== null),
      'aria-controls': listId,
      'aria-activedescendant': activeId,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) input.removeAttribute(name)
      else input.setAttribute(name, value)
    }
  }, [input, listId, activeId])
}

interface OptionProps {
  id: string
  option: Suggestion
  isActive: boolean
  onChoose: () => void
}

function Option({ id, option: { kind, name, latin_name, count }, isActive, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChoose}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-md px-3 py-1.5 leading-snug',
        isActive ? 'bg-leaf-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="min-w-0 wrap-anywhere">
        {name}
        {latin_name && (
          <span className="block text-sm text-muted">
            <LatinName>{latin_name}</LatinName>
          </span>
        )}
      </span>
      <span className="shrink-0 text-right text-sm text-muted tabular-nums">
        {kinds[kind] && <span className="block">{kinds[kind]}</span>}
        {count > 0 ? counted(count, offerForms) : 'нет предложений'}
      </span>
    </div>
  )
}
