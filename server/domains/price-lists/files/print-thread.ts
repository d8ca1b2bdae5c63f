// Runs in a separate thread: prints one list and ends.
import { parentPort, workerData } from 'node:worker_threads'
import { type PrintList, printList } from './list-on-paper.ts'

parentPort?.postMessage(await printList(workerData as PrintList))
