const KEY = 'unfinished-uploads'
/** An upload that a tab has said so lately goes on there. */
const ALIVE_MS = 15_000
/** The service deletes an upload a day after its last bytes. */
const KEPT_MS = 48 * 3_600_000
/** More are not kept; the oldest go first. */
const MAX_KEPT = 200

/** What is kept of an upload in the browser, so that it can go on after a reload. */
export interface UnfinishedUpload {
  /** Its path at the service. */
  path: string
  name: string
  size: number
  lastModified: number
  /** UTC milliseconds of the last time that a tab had it. */
  seenAt: number
}

/** Those that no other tab goes on with, the newest first. */
export function interruptedUploads(): UnfinishedUpload[] {
  const now = Date.now()
  return readAll().filter(({ seenAt }) => now - seenAt > ALIVE_MS)
}

/** The one that is of the same file. A file that was changed since is another. */
export function findUnfinished({
  name,
  size,
  lastModified,
}: Pick<File, 'name' | 'size' | 'lastModified'>): UnfinishedUpload | undefined {
  return interruptedUploads().find(
    (one) => one.name === name && one.size === size && one.lastModified === lastModified,
  )
}

export function keepUnfinished(path: string, { name, size, lastModified }: File): void {
  const others = readAll().filter((one) => one.path !== path)
  write([{ path, name, size, lastModified, seenAt: Date.now() }, ...others])
}

export function forgetUnfinished(path: string): void {
  write(readAll().filter((one) => one.path !== path))
}

/** Tells the other tabs that this one still has them, or that it leaves them. */
export function touchUnfinished(paths: ReadonlySet<string>, seenAt: number): void {
  if (paths.size === 0) return
  write(readAll().map((one) => (paths.has(one.path) ? { ...one, seenAt } : one)))
}

/** Calls back when another tab has changed what is kept. @returns Stops it */
export function onUnfinishedElsewhere(callback: () => void): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === KEY) callback()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

function readAll(): UnfinishedUpload[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter(isUnfinished) : []
  } catch {
    return []
  }
}

function write(all: readonly UnfinishedUpload[]): void {
  const oldest = Date.now() - KEPT_MS
  const kept = all.filter(({ seenAt }) => seenAt === 0 || seenAt > oldest).slice(0, MAX_KEPT)
  try {
    if (kept.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // The browser's storage is full or not allowed: the upload goes on as long as the page.
  }
}

function isUnfinished(value: unknown): value is UnfinishedUpload {
  const { path, name, size, lastModified, seenAt } = Object(value)
  return (
    /^\/buffer\/[\w-]+$/.test(String(path)) &&
    typeof name === 'string' &&
    [size, lastModified, seenAt].every((number) => typeof number === 'number')
  )
}
