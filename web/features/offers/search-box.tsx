import { clsx } from 'clsx'
import { Form } from 'react-router'
import { buttonStyle } from '#web/ui/button-style.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { Icon } from '#web/ui/icon.tsx'

interface SearchBoxProps {
  /** What was searched for last. */
  search: string
}

/** A GET form to the home page: an address one can share, and no script needed. */
export function SearchBox({ search }: SearchBoxProps) {
  return (
    <search>
      <Form method="get" action="/" className="flex gap-2">
        <div className="relative grow">
          <Icon
            shape="search"
            size={20}
            className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
          />
          <input
            // Remounted when the address changes by other means (back, the logo), so that the box says what is shown.
            key={search}
            type="search"
            name="search"
            aria-label="Поиск растений"
            placeholder="Например, туя"
            defaultValue={search}
            maxLength={255}
            enterKeyHint="search"
            className={clsx(controlStyle, 'min-h-13 pl-11 text-lg')}
          />
        </div>
        <button type="submit" className={buttonStyle('primary', 'md', 'min-h-13 max-sm:px-4')}>
          Найти
        </button>
      </Form>
    </search>
  )
}
