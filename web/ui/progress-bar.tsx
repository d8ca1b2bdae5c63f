interface ProgressBarProps {
  label: string
  /** From 0 to 1; `null`: not known. */
  share: number | null
  /** Beside the label: «120 из 300». */
  detail?: string
}

/** What is under way and how far it has come. */
export function ProgressBar({ label, share, detail }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(share * 100)
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-semibold wrap-anywhere">{label}</span>
        <span className="text-sm text-muted tabular-nums">{detail ?? (percent === null ? '' : `${percent} %`)}</span>
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className="h-2.5 overflow-hidden rounded-full bg-sunken"
      >
        {percent === null ? (
          <div className="h-full w-1/3 animate-pulse rounded-full bg-leaf motion-reduce:animate-none" />
        ) : (
          <div
            className="h-full origin-left rounded-full bg-leaf transition-transform"
            style={{ transform: `scaleX(${percent / 100})` }}
          />
        )}
      </div>
    </div>
  )
}
