import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import type { Comment, PostDetail } from '#contract/posts.ts'
import { useWatchedPosts } from '#web/features/live/use-live.ts'
import { postQuery } from '#web/features/posts/api.ts'
import { CommentForm } from '#web/features/posts/comment-form.tsx'
import { CommentList } from '#web/features/posts/comment-list.tsx'
import { EarlierComments } from '#web/features/posts/earlier-comments.tsx'
import { PostCard } from '#web/features/posts/post-card.tsx'
import { usePostEvents } from '#web/features/posts/use-post-events.ts'
import { ApiError } from '#web/lib/api.ts'
import { useApp } from '#web/lib/app-context.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { ErrorView } from '#web/ui/error-view.tsx'
import { PageMeta, screenTitle } from '#web/ui/page-meta.tsx'
import { Pending } from '#web/ui/pending.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function Component() {
  const { api } = useApp()
  const { id = '' } = useParams()
  const post = useQuery(postQuery(api, id))
  // Deleted meanwhile, or its author is no longer a friend: the cached post is not shown either.
  if (post.error instanceof ApiError && post.error.status === 404)
    return (
      <>
        <PageMeta title={screenTitle('Такой записи нет')} />
        <ErrorView
          status={404}
          title="Такой записи нет"
          reason="Возможно, её удалили, её видят только друзья автора или в адресе опечатка."
        >
          <ButtonLink to="/feed" variant="secondary">
            В ленту
          </ButtonLink>
        </ErrorView>
      </>
    )
  return (
    <div className="mx-auto max-w-2xl px-4 pt-6 sm:px-6 sm:pt-8">
      <h1 className="sr-only">Запись</h1>
      {post.data ? (
        <WholePost post={post.data.post} />
      ) : (
        <>
          <PageMeta title={screenTitle('Запись')} />
          <Pending queries={[post]}>
            <Skeleton className="h-72" />
            <Skeleton className="mt-6 h-24" />
          </Pending>
        </>
      )}
    </div>
  )
}

function WholePost({ post }: { post: PostDetail }) {
  const navigate = useNavigate()
  const { hash } = useLocation()
  const isHidden = post.hidden_reason !== null
  const form = useRef<HTMLDivElement>(null)
  const [answered, setAnswered] = useState<Comment | null>(null)
  function answer(comment: Comment) {
    setAnswered(comment)
    form.current?.querySelector('textarea')?.focus()
  }
  // The router looked for the anchor before the comments were loaded.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash])
  useWatchedPosts([post.id], usePostEvents())
  return (
    <>
      <PageMeta title={screenTitle(`Запись: ${post.created_by.name}`)} />
      <PostCard post={post} isWhole onRemoved={() => void navigate('/feed', { replace: true })} />
      {(!isHidden || post.comments.length > 0) && (
        <section id="comments" aria-labelledby="comments-title" className="mt-8">
          <h2 id="comments-title" className="mb-4 text-2xl">
            Комментарии
            {post.comments_count > 0 && (
              <span className="ml-2 font-sans text-base text-muted tabular-nums">{post.comments_count}</span>
            )}
          </h2>
          {post.comments.length === 0 && <p className="text-muted">Пока никто не ответил. Начните разговор.</p>}
          <EarlierComments post={post} />
          <CommentList postId={post.id} comments={post.comments} onReply={isHidden ? undefined : answer} />
          {!isHidden && (
            <div ref={form} className="mt-6">
              <CommentForm post={post} answered={answered} onAnswered={() => setAnswered(null)} />
            </div>
          )}
        </section>
      )}
    </>
  )
}
