import { Link } from 'react-router'
import type { Article } from '#contract/publications.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { FileDown } from '#web/ui/icons.ts'
import { Picture } from '#web/ui/picture.tsx'
import { articlePath, textId } from './addresses.ts'
import { Byline } from './byline.tsx'

/** The first page of an article: name, picture, summary and contents. */
export function TitlePage({ article }: { article: Article }) {
  const first = article.sections[0]
  return (
    <article id={textId} aria-labelledby="article" tabIndex={-1} className="outline-none">
      <h1 id="article" className="text-display">
        {article.name}
      </h1>
      <div className="mt-4">
        <Byline article={article} />
      </div>
      {article.get_image && (
        <Picture
          src={article.get_image}
          alt={article.picture_alt}
          ratio={[16, 9]}
          sizes="(width < 64rem) calc(100vw - 2rem), 42rem"
          eager
          className="mt-6 rounded-lg border border-line"
        />
      )}
      <p className="mt-6 font-serif text-xl">{article.summary}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        {first && <ButtonLink to={articlePath(article.slug, first.slug)}>Читать</ButtonLink>}
        <a href={article.pdf} download className={buttonStyle('secondary')}>
          <FileDown size={18} />
          Скачать PDF
        </a>
      </div>
      <ol className="mt-10 grid border-t border-line">
        {article.sections.map(({ name, slug }, index) => (
          <li key={slug} className="border-b border-line">
            <Link
              to={articlePath(article.slug, slug)}
              className="grid grid-cols-[2.5rem_1fr] items-baseline py-3.5 text-ink no-underline hover:text-leaf"
            >
              <span aria-hidden className="font-serif text-2xl text-accent tabular-nums">
                {index + 1}
              </span>
              <span className="font-serif text-xl">{name}</span>
            </Link>
          </li>
        ))}
      </ol>
    </article>
  )
}
