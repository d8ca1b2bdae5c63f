import { clsx } from 'clsx'
import { Link } from 'react-router'
import type { ZonedPlace } from '#contract/places.ts'
import type { Category } from '#contract/plants.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { controlStyle } from '#web/ui/control-style.ts'
import { GetForm } from '#web/ui/get-form.tsx'
import { useChosenPlace } from '../places/chosen-place.ts'
import { hrefWith, type PlantSearch } from './api.ts'

const alphabets = [
  { name: 'По-русски', letters: [...'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ'] },
  { name: 'По-латыни', letters: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] },
]

interface PlantFiltersProps {
  search: PlantSearch
  categories: Category[]
  /** Where what is shown is hardy. */
  place: ZonedPlace | null
}

const chosen = 'bg-leaf text-on-leaf'
const open = 'text-leaf hover:bg-leaf-soft'

/** Filters of the directory: name, letter, category. Links and a GET form, so that URLs can be shared. */
export function PlantFilters({ search, categories, place }: PlantFiltersProps) {
  const usual = useChosenPlace()
  const letter = search.letter?.[0]
  const category = search.category?.[0]
  return (
    <div className="grid gap-4">
      <search>
        <GetForm action="/plants" className="flex gap-2">
          <input
            key={search.search?.[0] ?? ''}
            type="search"
            name="search"
            aria-label="Название растения"
            placeholder="Например, липа мелколистная"
            defaultValue={search.search?.[0] ?? ''}
            maxLength={255}
            enterKeyHint="search"
            className={controlStyle}
          />
          <button type="submit" className={buttonStyle('primary', 'md')}>
            Найти
          </button>
        </GetForm>
      </search>
      {alphabets.map(({ name, letters }) => (
        <nav key={name} aria-label={name} className="flex flex-wrap">
          {letters.map(each => (
            <Link
              key={each}
              to={hrefWith('/plants', search, { letter: each === letter ? null : each, search: null })}
              preventScrollReset
              aria-current={each === letter ? 'true' : undefined}
              className={clsx(
                'inline-flex size-9 items-center justify-center rounded-md font-semibold no-underline',
                each === letter ? chosen : open,
              )}
            >
              {each}
            </Link>
          ))}
        </nav>
      ))}
      <nav aria-label="Категории" className="-mx-2 flex flex-wrap">
        {categories.map(({ slug, name }) => (
          <Link
            key={slug}
            to={hrefWith('/plants', search, { category: slug === category ? null : slug })}
            preventScrollReset
            aria-current={slug === category ? 'true' : undefined}
            className={clsx(
              'inline-flex min-h-9 items-center rounded-md px-2 text-sm no-underline',
              slug === category ? chosen : open,
            )}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Link
        to={hrefWith('/plants', search, { with_offers: search.with_offers ? null : '1' })}
        preventScrollReset
        className="link inline-flex min-h-11 items-center justify-self-start"
      >
        {search.with_offers ? 'Показать и то, чего не предлагают' : 'Только то, что предлагают'}
      </Link>
      {place ? (
        <p>
          Зимует здесь: {place.name}, зона {place.zone}.{' '}
          <Link
            to={hrefWith('/plants', search, { place: null, hardy: null })}
            preventScrollReset
            className="link inline-flex min-h-11 items-center"
          >
            Показать и то, что здесь не зимует
          </Link>
        </p>
      ) : (
        usual && (
          <Link
            to={hrefWith('/plants', search, { place: String(usual.id), hardy: '1' })}
            preventScrollReset
            className="link inline-flex min-h-11 items-center justify-self-start"
          >
            Только то, что зимует здесь: {usual.name}
          </Link>
        )
      )}
    </div>
  )
}
