import { readdirSync, readFileSync } from 'node:fs'

/** A file of the /proc entry of a process; empty when it has ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Ids of the running child processes of a process. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(child => Number(/^PPid:\s+(\d+)/m.exec(read(child, 'status'))?.[1]) === pid)
}

/** Current and peak memory of a process in megabytes; 0 when it has ended. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = read(pid, 'status')
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
}

/** Seconds that the processor has worked for a process, without those that it has started. */
export function workedBy(pid: number): number {
  const stat = read(pid, 'stat')
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return (user + system) / 100
}

/** Seconds that the processor has worked for the first thread of a process, in which its JavaScript runs. */
export function workedByMainThread(pid: number): number {
  return Number(read(pid, `task/${pid}/schedstat`).split(' ', 1)[0]) / 1e9
}
