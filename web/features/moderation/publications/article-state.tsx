import { Chip } from '#web/ui/chip.tsx'

const day = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'medium', timeZone: 'Europe/Moscow' })

/** Whether the article is published, and since when. */
export function ArticleState({ publishedAt }: { publishedAt: string | null }) {
  if (!publishedAt) return <Chip tone="accent">Черновик</Chip>
  return <Chip>Опубликована {day.format(new Date(publishedAt))}</Chip>
}
