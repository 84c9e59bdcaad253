import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** Resident memory of a process in bytes, now and at the most; nothing once it has ended. */
export function rssOf(pid: number): { now: number; peak: number } | undefined {
  const text = read(`/proc/${pid}/status`)
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(text)?.[1]) * 1024
  const found = { now: bytes('VmRSS'), peak: bytes('VmHWM') }
  return Number.isNaN(found.now) ? undefined : found
}

/** How long the first thread of a process has run on a processor, in ms; NaN once it has ended. */
export function threadCpuMs(pid: number): number {
  return Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(' ')[0] || Number.NaN) / 1e6
}

export function fdsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** How many descriptors a process has of each kind, as `socket 12, pipe 3`. */
export function fdKinds(pid: number): string {
  const counts = new Map<string, number>()
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    const kind = linkOf(`/proc/${pid}/fd/${fd}`).split(':')[0] ?? ''
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ')
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return 'gone'
  }
}

/** All descendants of a process, without those that have become children of init. */
export function descendantsOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ')
  const tasks = children.filter((text) => text !== '').map(Number)
  return tasks.flatMap((child) => [child, ...descendantsOf(child)])
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
