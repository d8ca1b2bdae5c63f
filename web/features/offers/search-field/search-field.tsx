import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { controlStyle } from '#web/ui/control-style.ts'
import { GetForm } from '#web/ui/get-form.tsx'
import { Icon } from '#web/ui/icon.tsx'

// Suggestions come with the first focus: they are no business of a visitor's first page load.
const Suggestions = lazy(() => import('./suggestions.tsx'))

/** The search over everything that is offered; without scripts an ordinary form. `search` is the last one. */
export function SearchField({ search }: { search: string }) {
  const input = useRef<HTMLInputElement>(null)
  const last = useRef(search)
  const [focused, setFocused] = useState<HTMLInputElement>()
  // The address changes by other means too (Back, a chip); what is being typed meanwhile, or before hydration, stays.
  useEffect(() => {
    const field = input.current
    const isTyping = field === document.activeElement && field?.value !== last.current
    if (field && last.current !== search && !isTyping) field.value = search
    last.current = search
  }, [search])
  return (
    <search aria-label="Поиск по каталогу">
      <GetForm action="/offers" className="relative">
        <input
          ref={input}
          type="search"
          name="search"
          aria-label="Поиск растений"
          placeholder="Растение, размер, питомник"
          defaultValue={search}
          maxLength={255}
          autoComplete="off"
          enterKeyHint="search"
          onFocus={event => setFocused(event.currentTarget)}
          className={`${controlStyle} pr-11 text-ellipsis`}
        />
        <button
          type="submit"
          aria-label="Искать"
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-leaf"
        >
          <Icon shape="search" size={20} />
        </button>
        {focused && (
          <Suspense>
            <Suggestions input={focused} />
          </Suspense>
        )}
      </GetForm>
    </search>
  )
}
