/*
 * The page for a time without connection (scripts/service-worker.ts): shows the page that was asked for as soon as the
 * server answers.
 */
const milliseconds = 4000

async function tryAgain(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) window.location.reload()
}

window.addEventListener('online', () => void tryAgain())
document.addEventListener('visibilitychange', () => void tryAgain())
document.querySelector('button')?.addEventListener('click', () => void tryAgain())
setInterval(() => {
  if (document.visibilityState === 'visible') void tryAgain()
}, milliseconds)
