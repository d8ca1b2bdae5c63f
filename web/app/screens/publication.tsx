import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import type { Article } from '#contract/publications.ts'
import { excerpt } from '#web/features/products/excerpt.ts'
import { articlePath, textId } from '#web/features/publications/addresses.ts'
import { articleQuery, sectionQuery } from '#web/features/publications/api.ts'
import { articleData, plainText } from '#web/features/publications/article-data.ts'
import { Contents } from '#web/features/publications/contents.tsx'
import { SectionPage } from '#web/features/publications/section-page.tsx'
import { TitlePage } from '#web/features/publications/title-page.tsx'
import { type AppContext, useApp } from '#web/lib/app-context.ts'
import { breadcrumbList } from '#web/lib/breadcrumb-list.ts'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'

export const loader =
  ({ queries, api }: AppContext) =>
  async ({ params: { article_slug = '' }, request }: LoaderFunctionArgs) => {
    const section = new URL(request.url).searchParams.get('section')
    await Promise.all([
      queries.ensureQueryData(articleQuery(api, article_slug)),
      section && queries.ensureQueryData(sectionQuery(api, article_slug, section)),
    ])
    return null
  }

export function Component() {
  const { api } = useApp()
  const { article_slug = '' } = useParams()
  const [params] = useSearchParams()
  const section = params.get('section') || undefined
  const { data } = useSuspenseQuery(articleQuery(api, article_slug))
  const { article } = data
  useSectionInHash(article, section)
  useStartOfText(section)
  return (
    <div className="mx-auto max-w-page px-4 pt-4 sm:px-6">
      <Breadcrumbs crumbs={crumbsOf(article)} />
      <div className="mt-4 grid gap-x-12 gap-y-6 lg:grid-cols-[17rem_minmax(0,42rem)] xl:gap-x-20">
        <Contents article={article} current={section} />
        {section ? <OneSection article={article} slug={section} /> : <WholeArticle article={article} />}
      </div>
    </div>
  )
}

function WholeArticle({ article }: { article: Article }) {
  const { publicUrl } = useApp()
  return (
    <>
      <PageMeta
        title={screenTitle(article.name)}
        description={article.summary}
        path={articlePath(article.slug)}
        image={article.get_image || undefined}
        structuredData={structuredData(publicUrl, article)}
      />
      <TitlePage article={article} />
    </>
  )
}

function OneSection({ article, slug }: { article: Article; slug: string }) {
  const { api, publicUrl } = useApp()
  const { data: section } = useSuspenseQuery(sectionQuery(api, article.slug, slug))
  return (
    <>
      <PageMeta
        title={screenTitle(`${section.name} — ${article.name}`)}
        description={excerpt(plainText(section.html), 200)}
        path={articlePath(article.slug, section.slug)}
        image={section.get_image || article.get_image || undefined}
        structuredData={structuredData(publicUrl, article)}
      />
      <SectionPage article={article} section={section} />
    </>
  )
}

const crumbsOf = ({ name }: Article) => [{ name: 'Публикации', to: '/publications' }, { name }]

const structuredData = (publicUrl: string, article: Article) => [
  articleData(publicUrl, article),
  breadcrumbList(publicUrl, crumbsOf(article)),
]

/** `#section` in an address, which is not sent to the server, leads to the same place as `?section=`. */
function useSectionInHash(article: Article, current: string | undefined) {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const wanted = article.sections.find(({ slug }) => `#${slug}` === hash)?.slug
  useEffect(() => {
    // A heading of the present text may have this id; the browser has scrolled to it already.
    if (!wanted || wanted === current || document.getElementById(wanted)) return
    void navigate(articlePath(article.slug, wanted), { replace: true })
  }, [article, wanted, current, navigate])
}

/** Moves focus to the start of another section; the layout only does so for another page. */
function useStartOfText(section: string | undefined) {
  const last = useRef(section)
  useEffect(() => {
    if (last.current === section) return
    last.current = section
    document.getElementById(textId)?.focus({ preventScroll: true })
  }, [section])
}
