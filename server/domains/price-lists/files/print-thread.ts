// Runs in a separate thread: prints one list, or one file of labels, and ends.
import { parentPort, workerData } from 'node:worker_threads'
import type { PrintJob } from './print-in-thread.ts'

const job = workerData as PrintJob
parentPort?.postMessage(
  'labels' in job
    ? await (await import('./labels-on-paper.ts')).printLabels(job.labels)
    : await (await import('./list-on-paper.ts')).printList(job.list),
)
