import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'

/** A file changed this long before it was read has another time after each later change. */
const TIME_STEP_MS = 1000

/** A file, folder or link of an image: what it holds is the hash of a blob, or the target of a link. */
interface Entry {
  path: string
  kind: 'file' | 'folder' | 'link'
  mode: number
  holds: string
}

/** A moment of a run: the state of a folder and what the clients knew, by the hashes of both. */
export interface Position {
  /** Number and call, as `17 pwrite64 hearth.sqlite-wal`. */
  name: string
  image: string
  ledger: string
}

/** What a run has left besides its images. */
interface Recording<more> {
  version: string
  positions: readonly Position[]
  more: more
}

/**
 * Images of a folder on the disk, which are kept until all of them are checked. Each content is there
 * once, so that an image costs what has changed since the one before.
 */
export class Images<more> {
  readonly #folder: string
  readonly #known = new Map<string, { stamp: string; holds: string }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The run whose images are here, if it is of this version. */
  recording(version: string): Recording<more> | undefined {
    const path = join(this.#folder, 'recording.json')
    const found = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
    return found?.version === version ? found : undefined
  }

  /** Written at the end of a run: without it the images are of no use. */
  finish(recording: Recording<more>): Recording<more> {
    const path = join(this.#folder, 'recording.json')
    writeFileSync(`${path}.new`, JSON.stringify(recording))
    renameSync(`${path}.new`, path)
    return recording
  }

  clear(): void {
    rmSync(this.#folder, { recursive: true, force: true })
    mkdirSync(join(this.#folder, 'blobs'), { recursive: true })
  }

  /** What was checked without a fault. */
  done(): Set<string> {
    const path = join(this.#folder, 'done.txt')
    return new Set(existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [])
  }

  /** Written at once, as the run may be ended at any time. */
  addDone(name: string): void {
    appendFileSync(join(this.#folder, 'done.txt'), `${name}\n`)
  }

  /** Keeps a content. @returns Its hash */
  put(content: string | Uint8Array<ArrayBuffer>): string {
    const hash = sha256(content)
    const path = join(this.#folder, 'blobs', hash)
    if (!existsSync(path)) writeFileSync(path, Bun.zstdCompressSync(content, { level: 1 }))
    return hash
  }

  get(hash: string): Uint8Array<ArrayBuffer> {
    return new Uint8Array(Bun.zstdDecompressSync(readFileSync(join(this.#folder, 'blobs', hash))))
  }

  /** Keeps the state of a folder that nobody changes meanwhile. @returns Its hash */
  take(folder: string): string {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
    const entries = names.flatMap((path): Entry[] => {
      const file = join(folder, path)
      const stat = lstatSync(file)
      const entry = { path, mode: stat.mode & 0o7777 }
      if (stat.isDirectory()) return [{ ...entry, kind: 'folder', holds: '' }]
      if (stat.isSymbolicLink()) return [{ ...entry, kind: 'link', holds: readlinkSync(file) }]
      // Made anew by whoever opens the database first.
      if (!stat.isFile() || path.endsWith('-shm')) return []
      return [{ ...entry, kind: 'file', holds: this.#contentOf(file) }]
    })
    return this.put(JSON.stringify(entries))
  }

  /** Makes a folder as it was. */
  restore(image: string, folder: string): void {
    mkdirSync(folder, { recursive: true })
    const entries: Entry[] = JSON.parse(new TextDecoder().decode(this.get(image)))
    for (const { path, kind, mode, holds } of entries) {
      const file = join(folder, path)
      if (kind === 'folder') mkdirSync(file)
      else if (kind === 'link') symlinkSync(holds, file)
      else writeSparse(file, this.get(holds))
      if (kind !== 'link') chmodSync(file, mode)
    }
  }

  #contentOf(file: string): string {
    const { ino, size, mtimeNs, mtimeMs } = statSync(file, { bigint: true })
    const stamp = `${ino} ${size} ${mtimeNs}`
    const known = this.#known.get(file)
    if (known?.stamp === stamp) return known.holds
    const now = Date.now()
    const holds = this.put(new Uint8Array(readFileSync(file)))
    if (now - Number(mtimeMs) > TIME_STEP_MS) this.#known.set(file, { stamp, holds })
    return holds
  }
}

/** Of nothing but zeros, such as a reserve of the disk, only the size is written. */
function writeSparse(file: string, bytes: Uint8Array): void {
  const isZero = bytes.byteLength > 0 && bytes[0] === 0 && bytes.every((byte) => byte === 0)
  writeFileSync(file, isZero ? '' : bytes)
  if (isZero) truncateSync(file, bytes.byteLength)
}
