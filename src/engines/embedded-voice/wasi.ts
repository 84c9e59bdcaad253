/** Error numbers of WASI preview 1. */
const BAD_FILE = 8
const NO_SUCH_FILE = 44
const NOT_SEEKABLE = 70
/** The only folder, which holds the files. */
const ROOT = 3
const FIRST_FILE = 4
const TRUNCATE = 8
/** Kinds of an open file. */
const FOLDER = 3
const REGULAR_FILE = 4
const STATUS_BYTES = 24
const ALL_RIGHTS = 0xffff_ffffn
const FIRST_CAPACITY = 256 * 1024

interface OpenFile {
  file: MemoryFile
  position: number
}

/** Ends the program from within a call that it makes. */
class ProgramExit extends Error {
  override readonly name = 'ProgramExit'
}

/** A file that grows by doubling. */
class MemoryFile {
  size = 0
  #bytes: Uint8Array<ArrayBuffer>

  constructor(content?: Uint8Array<ArrayBuffer>) {
    this.#bytes = content ?? new Uint8Array(FIRST_CAPACITY)
    this.size = content?.byteLength ?? 0
  }

  read(start: number, end: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(Math.min(start, this.size), Math.min(end, this.size))
  }

  write(position: number, part: Uint8Array): void {
    const end = position + part.byteLength
    if (end > this.#bytes.byteLength) {
      const larger = new Uint8Array(Math.max(this.#bytes.byteLength * 2, end))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(part, position)
    this.size = Math.max(this.size, end)
  }
}

/**
 * Runs a command-line program that was compiled to WebAssembly, with files in memory and the 13 calls
 * of WASI preview 1 that flite makes. Bun's `node:wasi` ends the whole process with the program.
 */
export class WasiProgram {
  readonly #args: readonly Uint8Array[]
  readonly #files: Map<string, MemoryFile>
  readonly #open = new Map<number, OpenFile>()
  #next = FIRST_FILE
  #memory = new WebAssembly.Memory({ initial: 0 })

  /** @param options.files Files by name, in the only folder; the program may write others */
  constructor({
    args,
    files,
  }: {
    args: readonly string[]
    files: Readonly<Record<string, Uint8Array<ArrayBuffer>>>
  }) {
    const encoder = new TextEncoder()
    this.#args = args.map((arg) => encoder.encode(`${arg}\0`))
    this.#files = new Map(
      Object.entries(files).map(([name, content]) => [name, new MemoryFile(content)]),
    )
  }

  /** Runs it to its end. The thread is blocked meanwhile. */
  run(module: WebAssembly.Module): void {
    const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: this.#calls() })
    const { memory, _start: start } = exports
    if (!(memory instanceof WebAssembly.Memory) || typeof start !== 'function')
      throw new Error('The module is not a program')
    this.#memory = memory
    try {
      start()
    } catch (error) {
      if (!(error instanceof ProgramExit)) throw error
    }
  }

  /** The content of a file after the run; undefined when there is none. */
  file(name: string): Uint8Array<ArrayBuffer> | undefined {
    const file = this.#files.get(name)
    return file?.read(0, file.size).slice()
  }

  get #view(): DataView {
    // The buffer is replaced when the memory grows.
    return new DataView(this.#memory.buffer)
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer)
  }

  /** Each call returns an error number, 0 for success. */
  #calls() {
    return {
      args_sizes_get: (count: number, bytes: number) => {
        this.#view.setUint32(count, this.#args.length, true)
        const total = this.#args.reduce((sum, { byteLength }) => sum + byteLength, 0)
        this.#view.setUint32(bytes, total, true)
        return 0
      },
      args_get: (pointers: number, bytes: number) => {
        let at = bytes
        for (const [index, arg] of this.#args.entries()) {
          this.#view.setUint32(pointers + index * 4, at, true)
          this.#bytes.set(arg, at)
          at += arg.byteLength
        }
        return 0
      },
      clock_time_get: (_clock: number, _precision: bigint, target: number) => {
        this.#view.setBigUint64(target, 0n, true)
        return 0
      },
      fd_prestat_get: (id: number, target: number) => {
        if (id !== ROOT) return BAD_FILE
        this.#view.setUint32(target, 0, true)
        this.#view.setUint32(target + 4, 1, true)
        return 0
      },
      fd_prestat_dir_name: (_id: number, target: number) => {
        this.#bytes[target] = '/'.charCodeAt(0)
        return 0
      },
      fd_fdstat_get: (id: number, target: number) => {
        this.#bytes.fill(0, target, target + STATUS_BYTES)
        this.#view.setUint8(target, id === ROOT ? FOLDER : REGULAR_FILE)
        this.#view.setBigUint64(target + 8, ALL_RIGHTS, true)
        this.#view.setBigUint64(target + 16, ALL_RIGHTS, true)
        return 0
      },
      fd_fdstat_set_flags: () => 0,
      fd_close: (id: number) => (this.#open.delete(id) ? 0 : BAD_FILE),
      fd_read: (id: number, parts: number, count: number, target: number) =>
        this.#read({ id, parts, count, target }),
      fd_write: (id: number, parts: number, count: number, target: number) =>
        this.#write({ id, parts, count, target }),
      fd_seek: (id: number, offset: bigint, from: number, target: number) => {
        const open = this.#open.get(id)
        if (open === undefined) return NOT_SEEKABLE
        const base = [0, open.position, open.file.size][from] ?? 0
        open.position = Math.max(0, base + Number(offset))
        this.#view.setBigUint64(target, BigInt(open.position), true)
        return 0
      },
      path_open: (
        ...[, , path, length, flags, , , , target]: [
          ...[number, number, number, number, number, bigint, bigint, number, number],
        ]
      ) => this.#openFile({ path, length, flags, target }),
      proc_exit: (code: number) => {
        throw new ProgramExit(`The program ended with ${code}`)
      },
    }
  }

  #openFile(call: { path: number; length: number; flags: number; target: number }): number {
    const { path, length, flags, target } = call
    const name = new TextDecoder().decode(this.#bytes.slice(path, path + length))
    const isWritten = (flags & TRUNCATE) !== 0
    const file = isWritten ? new MemoryFile() : this.#files.get(name)
    if (file === undefined) return NO_SUCH_FILE
    this.#files.set(name, file)
    this.#open.set(this.#next, { file, position: 0 })
    this.#view.setUint32(target, this.#next, true)
    this.#next += 1
    return 0
  }

  #read(call: { id: number; parts: number; count: number; target: number }): number {
    const open = this.#open.get(call.id)
    if (open === undefined) return BAD_FILE
    let total = 0
    for (const { start, end } of this.#partsOf(call)) {
      const part = open.file.read(open.position, open.position + end - start)
      this.#bytes.set(part, start)
      open.position += part.byteLength
      total += part.byteLength
    }
    this.#view.setUint32(call.target, total, true)
    return 0
  }

  /** What is printed is dropped. */
  #write(call: { id: number; parts: number; count: number; target: number }): number {
    const open = this.#open.get(call.id)
    if (open === undefined && call.id >= ROOT) return BAD_FILE
    let total = 0
    for (const { start, end } of this.#partsOf(call)) {
      open?.file.write(open.position, this.#bytes.subarray(start, end))
      if (open !== undefined) open.position += end - start
      total += end - start
    }
    this.#view.setUint32(call.target, total, true)
    return 0
  }

  #partsOf({ parts, count }: { parts: number; count: number }): { start: number; end: number }[] {
    return Array.from({ length: count }, (_, index) => {
      const start = this.#view.getUint32(parts + index * 8, true)
      return { start, end: start + this.#view.getUint32(parts + index * 8 + 4, true) }
    })
  }
}
