const dates = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'long', timeStyle: 'short' })

/** Beside the time of what its author has changed since. */
export function Edited({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dates.format(new Date(at))}>
      Изменено
    </time>
  )
}
