const CRLF = '\r\n'

/** Reads one HTTP/1.1 answer from a socket and counts its frames, however they are cut up. */
export class AnswerReader {
  status = 0
  frames = 0
  /** When the first frame came; `performance.now()`. */
  firstFrameAt: number | undefined
  #rest: Buffer = Buffer.alloc(0)
  #chunked = false
  /** Bytes left of the body, or of its current chunk. */
  #left = 0
  /** Bytes of the line end that follows a chunk. */
  #lineEnd = 0
  #seam = ''
  readonly #mark: string

  /** @param mark What each frame has once */
  constructor(mark = 'data: ') {
    this.#mark = mark
  }

  /** @returns Whether the answer is whole */
  push(bytes: Buffer): boolean {
    let data = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    this.#rest = Buffer.alloc(0)
    if (this.status === 0) {
      const end = data.indexOf('\r\n\r\n')
      if (end === -1) return this.#keep(data)
      this.#head(data.toString('latin1', 0, end).toLowerCase())
      data = data.subarray(end + 4)
    }
    return this.#body(data)
  }

  #head(text: string): void {
    this.status = Number(text.slice(9, 12))
    this.#chunked = text.includes('transfer-encoding: chunked')
    this.#left = Number(/content-length: (\d+)/.exec(text)?.[1] ?? 0)
  }

  #body(data: Buffer): boolean {
    let at = 0
    for (;;) {
      const skipped = Math.min(this.#lineEnd, data.length - at)
      this.#lineEnd -= skipped
      at += skipped
      if (this.#left > 0) {
        const end = Math.min(at + this.#left, data.length)
        this.#count(data.toString('latin1', at, end))
        this.#left -= end - at
        at = end
        if (this.#left > 0) return false
        if (!this.#chunked) return true
        this.#lineEnd = CRLF.length
        continue
      }
      if (!this.#chunked) return true
      const line = data.indexOf(CRLF, at)
      if (line === -1) return this.#keep(data.subarray(at))
      this.#left = Number.parseInt(data.toString('latin1', at, line), 16)
      if (this.#left === 0) return data.length >= line + 4 || this.#keep(data.subarray(at))
      at = line + CRLF.length
    }
  }

  #count(text: string): void {
    const seen = this.#seam + text
    const { length } = this.#mark
    for (let at = seen.indexOf(this.#mark); at !== -1; at = seen.indexOf(this.#mark, at + length)) {
      this.firstFrameAt ??= performance.now()
      this.frames += 1
    }
    this.#seam = seen.slice(1 - length)
  }

  #keep(rest: Buffer): false {
    // The socket reuses its memory.
    this.#rest = Buffer.from(rest)
    return false
  }
}
