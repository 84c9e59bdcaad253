/** An upload that a tab has said so lately goes on there. */
const ALIVE_MS = 15_000
/** The service deletes an upload a day after its last bytes. */
const STORED_MS = 48 * 3_600_000
/** More are not kept; the oldest go first. */
const MAX_STORED = 200

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

/** The uploads of one kind that this browser has started and not finished. */
export class UnfinishedUploads {
  readonly #key: string

  /** @param key What they are kept under in the browser */
  constructor(key: string) {
    this.#key = key
  }

  /** Those that no other tab goes on with, the newest first. */
  interrupted(): UnfinishedUpload[] {
    const now = Date.now()
    return this.#readAll().filter(({ seenAt }) => now - seenAt > ALIVE_MS)
  }

  /** The one that is of the same file. A file that was changed since is another. */
  find({ name, size, lastModified }: FileFacts): UnfinishedUpload | undefined {
    return this.interrupted().find(
      (one) => one.name === name && one.size === size && one.lastModified === lastModified,
    )
  }

  keep(path: string, { name, size, lastModified }: FileFacts): void {
    const others = this.#readAll().filter((one) => one.path !== path)
    this.#write([{ path, name, size, lastModified, seenAt: Date.now() }, ...others])
  }

  forget(path: string): void {
    this.#write(this.#readAll().filter((one) => one.path !== path))
  }

  /** Tells the other tabs that this one still has them, or that it leaves them. */
  touch(paths: ReadonlySet<string>, seenAt: number): void {
    if (paths.size === 0) return
    this.#write(this.#readAll().map((one) => (paths.has(one.path) ? { ...one, seenAt } : one)))
  }

  /** Calls back when another tab has changed what is kept. @returns Stops it */
  onChangeElsewhere(callback: () => void): () => void {
    const listen = ({ key }: StorageEvent) => {
      if (key === this.#key) callback()
    }
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }

  #readAll(): UnfinishedUpload[] {
    try {
      const value: unknown = JSON.parse(localStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(value) ? value.filter(isUnfinished) : []
    } catch {
      return []
    }
  }

  #write(all: readonly UnfinishedUpload[]): void {
    const oldest = Date.now() - STORED_MS
    const stored = all.filter(({ seenAt }) => seenAt === 0 || seenAt > oldest).slice(0, MAX_STORED)
    try {
      if (stored.length === 0) localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, JSON.stringify(stored))
    } catch {
      // The browser's storage is full or not allowed: the upload goes on as long as the page.
    }
  }
}

type FileFacts = Pick<File, 'name' | 'size' | 'lastModified'>

function isUnfinished(value: unknown): value is UnfinishedUpload {
  const { path, name, size, lastModified, seenAt } = Object(value)
  return (
    /^\/buffer\/[\w-]+$/.test(String(path)) &&
    typeof name === 'string' &&
    [size, lastModified, seenAt].every((number) => typeof number === 'number')
  )
}
