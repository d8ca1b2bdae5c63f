import { useSuspenseQuery } from '@tanstack/react-query'
import { articlesQuery } from '#web/features/publications/api.ts'
import { ArticleRow } from '#web/features/publications/article-row.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export const loader =
  ({ queries, api }: AppContext) =>
  async () => {
    await queries.ensureQueryData(articlesQuery(api))
    return null
  }

export function Component() {
  const { api } = useApp()
  const { data: articles } = useSuspenseQuery(articlesQuery(api))
  const [first, ...others] = articles
  return (
    <div className="mx-auto max-w-page px-4 pt-8 sm:px-6 sm:pt-12">
      <PageMeta
        title={screenTitle('Публикации')}
        description="Статьи «Дендро» о выборе, посадке и уходе: как читать прайс питомника, какая зона зимостойкости нужна, когда и чем сажать. Читать на сайте или скачать в PDF."
        path="/publications"
        image={first?.get_image}
      />
      <h1 className="text-display">Публикации</h1>
      <p className="mt-4 mb-10 max-w-prose font-serif text-xl">
        Для тех, кто выбирает, сажает и выращивает: от прайса питомника до первой зимы на участке.
      </p>
      {first ? (
        <>
          <ArticleRow article={first} isFirst />
          <div className="mt-10 grid gap-x-8 gap-y-10 sm:mt-14 sm:grid-cols-2 sm:border-t sm:border-line sm:pt-10 lg:grid-cols-3">
            {others.map(article => (
              <ArticleRow key={article.slug} article={article} isFirst={false} />
            ))}
          </div>
        </>
      ) : (
        <EmptyState title="Пока ни одной статьи">Первая уже пишется, загляните позже.</EmptyState>
      )}
    </div>
  )
}
