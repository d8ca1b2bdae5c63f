import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { pageSizeDefault } from '#contract/common.ts'
import type { StaffArticleRow } from '#contract/moderation/publications.ts'
import { useApp } from '#web/lib/app-context.ts'
import { counted } from '#web/lib/plural.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Plus } from '#web/ui/icons.ts'
import { Pager } from '#web/ui/pager.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { staffArticlesQuery } from './api.ts'
import { ArticleState } from './article-state.tsx'

/** All articles, including drafts. */
export function ArticleList() {
  const { api } = useApp()
  const [params] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const articles = useQuery(staffArticlesQuery(api, page))
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Публикации</h1>
        <ButtonLink to="new">
          <Plus size={20} />
          Новая статья
        </ButtonLink>
      </div>
      {!articles.data ? (
        <Pending queries={[articles]}>
          <Skeleton className="h-96" />
        </Pending>
      ) : articles.data.count === 0 ? (
        <EmptyState title="Ни одной статьи">
          Напишите первую: пока она не опубликована, её видят только здесь.
        </EmptyState>
      ) : (
        <>
          <ul className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
            {articles.data.results.map(article => (
              <ArticleLine key={article.id} article={article} />
            ))}
          </ul>
          <Pager
            page={page}
            pages={Math.ceil(articles.data.count / pageSizeDefault)}
            href={number => (number === 1 ? '.' : `?page=${number}`)}
          />
        </>
      )}
    </>
  )
}

const moment = new Intl.DateTimeFormat('ru-RU', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Moscow' })

function ArticleLine({ article }: { article: StaffArticleRow }) {
  return (
    <li className="relative flex items-center gap-4 border-b border-line px-3 py-3 last:border-b-0 sm:px-4">
      <div className="w-20 shrink-0 sm:w-28">
        {article.get_thumbnail ? (
          <Picture src={article.get_thumbnail} alt="" ratio={[16, 9]} sizes="7rem" className="rounded-md" />
        ) : (
          <div className="aspect-video rounded-md bg-sunken" />
        )}
      </div>
      <div className="min-w-0 grow">
        <Link
          to={String(article.id)}
          className="stretched font-serif text-lg leading-snug wrap-anywhere text-ink no-underline hover:text-leaf"
        >
          {article.name}
        </Link>
        <p className="text-sm text-muted">
          {[article.author, counted(article.sections_count, ['раздел', 'раздела', 'разделов'])]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className="mt-1 sm:hidden">
          <ArticleState publishedAt={article.published_at} />
        </div>
      </div>
      <div className="grid shrink-0 justify-items-end gap-1 max-sm:hidden">
        <ArticleState publishedAt={article.published_at} />
        <p className="text-xs text-muted">
          правили <time dateTime={article.updated_at}>{moment.format(new Date(article.updated_at))}</time>
        </p>
      </div>
    </li>
  )
}
