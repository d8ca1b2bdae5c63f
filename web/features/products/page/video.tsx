import { useState } from 'react'
import { ExternalLink, Play } from '#web/ui/icons.ts'
import type { Video as VideoSource } from './video-link.ts'

/** The player takes the focus from the link that it replaces. */
const takeFocus = (frame: HTMLIFrameElement | null) => frame?.focus()

/**
 * A seller's video. Nothing is loaded from another site until the visitor clicks: until then, and without scripts, this
 * is a link.
 */
export function Video({ video, plantName }: { video: VideoSource; plantName: string }) {
  const [playing, setPlaying] = useState(false)
  const newTab = { target: '_blank', rel: 'noopener noreferrer' }
  if (video.kind === 'elsewhere') {
    return (
      <a href={video.url} {...newTab} className="link inline-flex min-h-11 items-center gap-2">
        <Play size={18} />
        Смотреть видео на {video.host}
        <ExternalLink size={15} />
        <span className="sr-only">(откроется в новой вкладке)</span>
      </a>
    )
  }
  if (playing) {
    return (
      <iframe
        src={video.embedUrl}
        title={`Видео: ${plantName}`}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        ref={takeFocus}
        className="aspect-video w-full rounded-lg border border-line bg-cover"
      />
    )
  }
  return (
    <a
      href={video.url}
      {...newTab}
      className="group flex aspect-video w-full flex-col items-center justify-center gap-3 rounded-lg border border-line bg-leaf-soft p-4 text-center text-leaf-strong no-underline"
      onClick={event => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        setPlaying(true)
      }}
    >
      <span className="grid size-16 place-items-center rounded-full bg-leaf text-on-leaf transition-transform group-hover:scale-105">
        <Play size={28} className="translate-x-0.5 fill-current" />
      </span>
      <span className="font-serif text-xl underline-offset-4 group-hover:underline">Смотреть видео</span>
      <span className="max-w-sm text-sm">
        Видео лежит на YouTube. Пока вы его не включили, эта страница к YouTube не обращается.
      </span>
    </a>
  )
}
