import { clsx } from 'clsx'
import { setTheme, type Theme, useTheme } from '#web/lib/theme.ts'

const choices: { theme: Theme; name: string }[] = [
  { theme: 'auto', name: 'Как в системе' },
  { theme: 'light', name: 'Светлая' },
  { theme: 'dark', name: 'Тёмная' },
]

/** Styled for the footer's dark background. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <fieldset className="needs-script">
      <legend className="mb-2 text-sm text-on-cover/80">Оформление</legend>
      <div className="inline-flex flex-wrap rounded-md border border-on-cover/40 p-0.5">
        {choices.map(choice => (
          <label
            key={choice.theme}
            className={clsx(
              'flex min-h-10 items-center rounded-sm px-3 text-sm has-focus-visible:outline-3 has-focus-visible:outline-on-cover',
              choice.theme === theme ? 'bg-on-cover text-cover' : 'hover:bg-on-cover/15',
            )}
          >
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={choice.theme === theme}
              onChange={() => setTheme(choice.theme)}
            />
            {choice.name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
