import { Fragment } from 'react'
import { Link } from 'react-router'
import { StrangersLink } from '#web/ui/strangers-link.tsx'
import type { TextPart } from './post-text.ts'

/** A text as typed; only its hashtags, mentions and addresses are links. Links to other sites are nofollow and open in a new tab. */
export function PostBody({ parts }: { parts: readonly TextPart[] }) {
  return (
    <p className="wrap-anywhere whitespace-pre-line">
      {parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
        <Fragment key={index}>
          {part.kind === 'hashtag' ? (
            <Link to={`/trends/${encodeURIComponent(part.tag)}`} className="link">
              {part.text}
            </Link>
          ) : part.kind === 'mention' ? (
            <Link to={`/profile/${part.id}`} className="link">
              {part.text}
            </Link>
          ) : part.kind === 'link' ? (
            <StrangersLink href={part.href}>{part.text}</StrangersLink>
          ) : (
            part.text
          )}
        </Fragment>
      ))}
    </p>
  )
}
