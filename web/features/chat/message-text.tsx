import { linkParts } from './link-parts.ts'

/** What somebody wrote, with its line breaks; addresses are links, long words are broken. */
export function MessageText({ body }: { body: string }) {
  return (
    <p className="text-wrap wrap-anywhere whitespace-pre-wrap">
      {linkParts(body).map(({ text, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one fixed text
          <a key={index} href={href} target="_blank" rel="nofollow noopener noreferrer ugc" className="link text-inherit">
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
}
