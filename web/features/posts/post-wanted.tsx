import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Post, Wanted } from '#contract/posts.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { useSession } from '#web/lib/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { ListChecks } from '#web/ui/icons.ts'
import { showToast } from '#web/ui/toast.ts'
import { changePost, renewPost } from './post-cache.ts'

const inLines = ['строки', 'строк', 'строк'] as const
const day = new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' })

interface PostWantedProps {
  post: Post
  wanted: Wanted
}

/** The list behind a «куплю»: nurseries answer it with their prices, its author compares them. */
export function PostWanted({ post, wanted }: PostWantedProps) {
  const { user } = useSession()
  const { lines_count, deadline, is_open, request } = wanted
  const isOwn = post.created_by.id === user.id
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-line bg-paper px-4 py-3">
      <ListChecks size={22} className="shrink-0 text-leaf max-sm:hidden" />
      <p className="min-w-0 grow basis-56">
        Список из {counted(lines_count, inLines)}
        <span className="block text-sm text-muted">
          {is_open ? `Предложения до ${day.format(new Date(deadline))}` : 'Предложения больше не принимаются'}
        </span>
      </p>
      {request !== null ? (
        <ButtonLink
          to={isOwn ? `/requests/${request}` : `/incoming/${request}`}
          variant="secondary"
          className="max-sm:w-full"
        >
          {isOwn ? 'К предложениям' : 'Наше предложение'}
        </ButtonLink>
      ) : (
        post.can.quote && <Answer id={post.id} />
      )}
    </div>
  )
}

/** Opens the list to the person's company, where its prices are written. */
function Answer({ id }: { id: string }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const answer = useMutation({
    mutationFn: () => api.call('POST /posts/:id/quote/', { params: { id } }),
    onSuccess: ({ request }) => {
      changePost(queries, id, ({ wanted }) => (wanted ? { wanted: { ...wanted, request } } : {}))
      void navigate(`/incoming/${request}`)
    },
    onError: error => {
      showToast({ message: error.message, tone: 'danger' })
      void renewPost(queries, id)
    },
  })
  return (
    <Button variant="secondary" busy={answer.isPending} onClick={() => answer.mutate()} className="max-sm:w-full">
      Ответить предложением
    </Button>
  )
}
