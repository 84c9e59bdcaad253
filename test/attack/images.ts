import { dlopen } from 'bun:ffi'
import { Database } from 'bun:sqlite'
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'

/** A file changed this long before it was read has another time after each later change. */
const TIME_STEP_MS = 1000

const DATABASE = 'hearth.sqlite'
const DATABASE_FILES = [DATABASE, `${DATABASE}-wal`, `${DATABASE}-journal`]
/** Data of a file is kept in pieces of this many bytes. */
const PIECE_BYTES = 1 << 20
const [SEEK_DATA, SEEK_HOLE] = [3, 4]

/** The data of a file that may have holes, such as the disk of a worker: the hash of what is at an offset. */
interface Content {
  size: number
  pieces: readonly (readonly [offset: number, hash: string])[]
}

/** A file, folder or link of an image. */
interface Entry {
  path: string
  mode: number
  holds: Content | { target: string } | 'folder'
}

/** A moment of a run: the state of a folder and what the clients knew, by the hashes of both. */
export interface Position {
  /** Number and call, as `17 pwrite64 hearth.sqlite-wal`. */
  name: string
  image: string
  /** As `stateOf` says. */
  state: string
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
  readonly #known = new Map<string, { stamp: string; holds: Content }>()

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
      if (stat.isDirectory()) return [{ ...entry, holds: 'folder' }]
      if (stat.isSymbolicLink()) return [{ ...entry, holds: { target: readlinkSync(file) } }]
      // Made anew by whoever opens the database first.
      if (!stat.isFile() || path.endsWith('-shm')) return []
      return [{ ...entry, holds: this.#contentOf(file) }]
    })
    return this.put(JSON.stringify(entries))
  }

  /** Makes a folder as it was. */
  restore(image: string, folder: string): void {
    this.#restore(this.#entriesOf(image), folder)
  }

  /**
   * What a start finds in an image: the database as SQLite recovers it, and all other files. Images within
   * one transaction differ in the log of the database and not in this.
   *
   * @param folder A new one, for the database
   * @throws {Error} where the database is damaged
   */
  stateOf(image: string, folder: string): string {
    const entries = this.#entriesOf(image)
    const isOfDatabase = ({ path }: Entry) => DATABASE_FILES.includes(path)
    this.#restore(entries.filter(isOfDatabase), folder)
    using db = new Database(join(folder, DATABASE))
    const [found] = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all()
    if (found?.integrity_check !== 'ok') throw new Error(`Damaged: ${JSON.stringify(found)}`)
    const others = JSON.stringify(entries.filter((entry) => !isOfDatabase(entry)))
    return sha256(`${sha256(db.serialize())} ${others}`)
  }

  #entriesOf(image: string): Entry[] {
    return JSON.parse(new TextDecoder().decode(this.get(image)))
  }

  #restore(entries: readonly Entry[], folder: string): void {
    mkdirSync(folder, { recursive: true })
    for (const { path, mode, holds } of entries) {
      const file = join(folder, path)
      if (holds === 'folder') mkdirSync(file)
      else if ('target' in holds) symlinkSync(holds.target, file)
      else this.#write(file, holds)
      if (holds === 'folder' || 'size' in holds) chmodSync(file, mode)
    }
  }

  #write(file: string, { size, pieces }: Content): void {
    const fd = openSync(file, 'w')
    for (const [offset, hash] of pieces) writeSync(fd, this.get(hash), 0, undefined, offset)
    ftruncateSync(fd, size)
    closeSync(fd)
  }

  #contentOf(file: string): Content {
    const { ino, size, mtimeNs, mtimeMs } = statSync(file, { bigint: true })
    const stamp = `${ino} ${size} ${mtimeNs}`
    const known = this.#known.get(file)
    if (known?.stamp === stamp) return known.holds
    const now = Date.now()
    const holds = { size: Number(size), pieces: this.#piecesOf(file) }
    if (now - Number(mtimeMs) > TIME_STEP_MS) this.#known.set(file, { stamp, holds })
    return holds
  }

  #piecesOf(file: string): [offset: number, hash: string][] {
    const fd = openSync(file, 'r')
    const pieces: [number, string][] = []
    const seek = (from: number, what: number) => Number(libc().lseek(fd, from, what))
    for (let at = seek(0, SEEK_DATA); at >= 0; at = seek(at, SEEK_DATA)) {
      const end = seek(at, SEEK_HOLE)
      for (; at < end; at += PIECE_BYTES) {
        const bytes = new Uint8Array(Math.min(PIECE_BYTES, end - at))
        readSync(fd, bytes, 0, bytes.byteLength, at)
        pieces.push([at, this.put(bytes)])
      }
      at = end
    }
    closeSync(fd)
    return pieces
  }
}

let opened: ReturnType<typeof openLibc> | undefined
function libc() {
  opened ??= openLibc()
  return opened.symbols
}
function openLibc() {
  return dlopen('libc.so.6', { lseek: { args: ['int', 'i64', 'int'], returns: 'i64' } })
}
