import { close, closeSync, fstat, open, read } from 'node:fs'
import { promisify } from 'node:util'
import { AppError } from '../platform/errors.ts'
import type { ByteRange } from './contract.ts'

/** Read at a time; larger pieces are no faster. */
const PIECE_BYTES = 256 * 1024

const openFile = promisify(open)
const statFile = promisify(fstat)
const readFile = promisify(read)
const closeFile = promisify(close)

/** Closes the files whose stream was dropped unread, as by the answer to a client that had left. */
const dropped = new FinalizationRegistry<number>((fd) => closeSync(fd))

/**
 * A file open for reading. Its size is its own, whatever takes the place of its name meanwhile.
 *
 * By descriptor, as a `FileHandle` that is collected unclosed is an error of the whole process.
 */
export class OpenFile {
  readonly size: number
  readonly isFile: boolean
  readonly #fd: number
  #open = true

  private constructor(fd: number, found: { size: number; isFile(): boolean }) {
    this.#fd = fd
    this.size = found.size
    this.isFile = found.isFile()
    dropped.register(this, fd, this)
  }

  static async open(path: string): Promise<OpenFile> {
    const fd = await openFile(path, 'r')
    try {
      return new OpenFile(fd, await statFile(fd))
    } catch (error) {
      await closeFile(fd)
      throw error
    }
  }

  /**
   * Reads on only as its reader asks; closes the file at the end, when cancelled and when it fails.
   */
  stream(from: number, bytes: number): ReadableStream<Uint8Array> {
    const end = from + bytes
    let at = from
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            if (at < end) {
              const piece = await this.#read(at, Math.min(end - at, PIECE_BYTES))
              at += piece.byteLength
              controller.enqueue(piece)
            }
            if (at < end) return
            await this.close()
            controller.close()
          } catch (error) {
            await this.close()
            throw error
          }
        },
        cancel: () => this.close(),
      },
      { highWaterMark: 0 },
    )
  }

  async close(): Promise<void> {
    if (!this.#open) return
    this.#open = false
    dropped.unregister(this)
    await closeFile(this.#fd)
  }

  async #read(at: number, bytes: number): Promise<Uint8Array> {
    const buffer = new Uint8Array(bytes)
    const { bytesRead } = await readFile(this.#fd, buffer, 0, bytes, at)
    if (bytesRead === 0) throw new Error('A stored file has become shorter')
    return buffer.subarray(0, bytesRead)
  }
}

/**
 * The bytes that a range has of a file; without a range all of them.
 *
 * @throws {AppError} `range_not_satisfiable` when none of them is in it
 */
export function rangeOf(size: number, range?: ByteRange): { from: number; bytes: number } {
  if (range === undefined) return { from: 0, bytes: size }
  const { from, to = Number.MAX_SAFE_INTEGER } = range
  const isRange = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && to >= from
  if (!isRange || from >= size) {
    throw new AppError('range_not_satisfiable', `Cannot send that range: the size is ${size} bytes`)
  }
  return { from, bytes: Math.min(to, size - 1) - from + 1 }
}
