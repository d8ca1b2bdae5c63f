import { useQuery } from '@tanstack/react-query'
import { useApp } from '#web/lib/app-context.ts'
import { Ellipsis, EyeOff } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { silencedQuery } from './api.ts'
import { useSilence } from './use-silence.ts'

/** Hides a hashtag's posts from the person's lists, or shows them again. */
export function HashtagMenu({ tag }: { tag: string }) {
  const { api } = useApp()
  const { data } = useQuery(silencedQuery(api))
  const { silence } = useSilence()
  const isMuted = data?.hashtags.some(muted => muted.toLowerCase() === tag.toLowerCase()) ?? false
  return (
    <Menu
      variant="quiet"
      align="end"
      label={
        <>
          <Ellipsis size={20} />
          <span className="sr-only">Ещё</span>
        </>
      }
      items={[
        {
          label: isMuted ? 'Снова показывать записи' : 'Не показывать записи',
          icon: <EyeOff size={18} />,
          onSelect: () => silence({ what: isMuted ? 'unmute-hashtag' : 'mute-hashtag', tag }),
        },
      ]}
    />
  )
}
