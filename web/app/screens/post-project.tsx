import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { renewPosts } from '#web/features/posts/post-cache.ts'
import { projectQuery } from '#web/features/projects/api.ts'
import { WantedForm } from '#web/features/trade/ask/wanted-form.tsx'
import { OneThing } from '#web/features/trade/one-thing.tsx'
import { useApp } from '#web/lib/app-context.ts'
import { useSession } from '#web/lib/session.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { showToast } from '#web/ui/toast.ts'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const { user } = useSession()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const project = useQuery({ ...projectQuery(api, id), refetchOnWindowFocus: false })
  return (
    <OneThing query={project} missing="Проект не найден">
      {found => (
        <div className="mx-auto max-w-4xl px-4 pt-4 sm:px-6">
          <PageMeta title={screenTitle(`Спросить в ленте: ${found.name}`)} />
          <Breadcrumbs
            crumbs={[
              { name: 'Мои проекты', to: '/projects' },
              { name: found.name, to: `/projects/${id}` },
              { name: 'Запись в ленте' },
            ]}
          />
          <h1 className="mt-1 mb-2 text-3xl">Спросить в ленте</h1>
          <p className="mb-6 max-w-prose text-muted">
            Запись «куплю» увидят все питомники сайта, и те из них, у кого есть нужное, ответят сами. Название проекта
            покажем только тем, кто решит ответить.
          </p>
          <WantedForm
            key={id}
            project={found}
            userId={user.id}
            onPosted={post => {
              showToast({ message: 'Запись опубликована' })
              void renewPosts(queries)
              void navigate(`/post/${post.id}`, { replace: true })
            }}
          />
        </div>
      )}
    </OneThing>
  )
}
