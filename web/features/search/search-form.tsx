import { Button } from '#web/ui/button.tsx'
import { controlStyle } from '#web/ui/control-style.ts'
import { GetForm } from '#web/ui/get-form.tsx'
import { Search } from '#web/ui/icons.ts'

/** A single search box; the query is in the URL. */
export function SearchForm({ query }: { query: string }) {
  return (
    <search>
      <GetForm action="/search" className="flex gap-2">
        <div className="relative grow">
          <Search size={20} className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted" />
          <input
            // Remounted when the URL changes otherwise (back), so that the box matches it.
            key={query}
            type="search"
            name="query"
            aria-label="Поиск людей и записей"
            placeholder="Имя, растение, слово из записи"
            defaultValue={query}
            maxLength={255}
            enterKeyHint="search"
            className={`${controlStyle} min-h-13 pl-11 text-lg`}
          />
        </div>
        <Button type="submit" className="min-h-13 max-sm:px-4">
          Найти
        </Button>
      </GetForm>
    </search>
  )
}
