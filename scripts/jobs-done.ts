import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when the metrics of the process on this port show no unfinished job of this queue. */
export async function jobsDone(metricsPort: number, queue: string, withinMinutes: number): Promise<void> {
  const end = Date.now() + withinMinutes * 60_000
  for (;;) {
    const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then(answer => answer.text())
    const waiting = new RegExp(`^jobs_waiting\\{queue="${queue}"\\} (\\d+)$`, 'm').exec(text)?.[1]
    if (waiting === '0') return
    if (Date.now() > end) throw new Error(`jobs of ${queue} that are not done: ${waiting ?? 'unknown'}`)
    await sleep(1000)
  }
}
