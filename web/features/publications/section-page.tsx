import { Link } from 'react-router'
import type { Article, Section } from '#contract/publications.ts'
import { ArticleText } from '#web/ui/article-text.tsx'
import { ArrowLeft, ArrowRight, FileDown } from '#web/ui/icons.ts'
import { Picture } from '#web/ui/picture.tsx'
import { articlePath, textId } from './addresses.ts'

/** One section, with links to its neighbours. */
export function SectionPage({ article, section }: { article: Article; section: Section }) {
  const place = article.sections.findIndex(({ slug }) => slug === section.slug)
  return (
    <article id={textId} aria-labelledby="section" tabIndex={-1} className="outline-none">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <Link to={articlePath(article.slug)} className="link inline-block py-1.5">
          {article.name}
        </Link>
        <span className="text-sm text-muted max-lg:hidden">
          Раздел {place + 1} из {article.sections.length}
        </span>
      </p>
      <h1 id="section" className="mt-1 text-3xl">
        {section.name}
      </h1>
      {section.get_image && (
        <Picture
          src={section.get_image}
          alt={section.picture_alt}
          ratio={[16, 9]}
          sizes="(width < 64rem) calc(100vw - 2rem), 42rem"
          eager
          className="mt-5 rounded-lg border border-line"
        />
      )}
      <div className="mt-7">
        <ArticleText html={section.html} />
      </div>
      <nav aria-label="Соседние разделы" className="mt-12 grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
        {section.previous && (
          <Link to={articlePath(article.slug, section.previous.slug)} className="group grid py-2 no-underline">
            <span className="flex items-center gap-1.5 text-sm text-muted">
              <ArrowLeft size={16} /> Предыдущий раздел
            </span>
            <span className="font-serif text-xl text-leaf group-hover:underline">{section.previous.name}</span>
          </Link>
        )}
        {!section.next && (
          <Link to="/publications" className="group grid py-2 no-underline sm:col-start-2 sm:text-right">
            <span className="text-sm text-muted">Это был последний раздел</span>
            <span className="font-serif text-xl text-leaf group-hover:underline">Другие публикации</span>
          </Link>
        )}
        {section.next && (
          <Link
            to={articlePath(article.slug, section.next.slug)}
            className="group grid py-2 no-underline sm:col-start-2 sm:text-right"
          >
            <span className="flex items-center gap-1.5 text-sm text-muted sm:justify-end">
              Следующий раздел <ArrowRight size={16} />
            </span>
            <span className="font-serif text-xl text-leaf group-hover:underline">{section.next.name}</span>
          </Link>
        )}
      </nav>
      <p className="mt-6 print:hidden">
        <a href={article.pdf} download className="link inline-flex min-h-11 items-center gap-2">
          <FileDown size={18} />
          Скачать PDF
        </a>
      </p>
    </article>
  )
}
