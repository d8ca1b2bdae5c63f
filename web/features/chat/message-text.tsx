import { linkParts } from './link-parts.ts'

/** What somebody wrote, with its line breaks; addresses are links, long words are broken. */
export function MessageText({ body }: { body: string }) {
  return (
    <span className="text-wrap wrap-anywhere whitespace-pre-wrap">
      {linkParts(body).map(({ text, href }, index) =>
        href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one fixed text
            key={index}
            href={href}
            target="_blank"
            rel="nofollow noopener noreferrer ugc"
            className="link text-inherit"
          >
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </span>
  )
}
