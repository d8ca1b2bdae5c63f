import { StrangersLink } from '#web/ui/strangers-link.tsx'
import { linkParts } from './link-parts.ts'

/** What somebody wrote, with its line breaks; addresses are links, long words are broken. */
export function MessageText({ body }: { body: string }) {
  return (
    <span className="text-wrap wrap-anywhere whitespace-pre-wrap">
      {linkParts(body).map(({ text, href }, index) =>
        href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one fixed text
          <StrangersLink key={index} href={href} className="text-inherit">
            {text}
          </StrangersLink>
        ) : (
          text
        ),
      )}
    </span>
  )
}
