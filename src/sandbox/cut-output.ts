import { stripVTControlCharacters } from 'node:util'

/** Control characters, other ends of a line, and the marks that turn the direction of the text. */
const UNSEEN = /(?![\n\t])[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/** What a command prints, without what could act on a terminal or hide a part of the text. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(UNSEEN, '')
}

/** Keeps the start and the end of an output, in a bounded amount of memory. */
export class CutOutput {
  readonly #half: number
  readonly #head: Uint8Array[] = []
  #headBytes = 0
  readonly #tail: Uint8Array[] = []
  #tailBytes = 0
  #total = 0

  constructor(maxBytes: number) {
    this.#half = Math.ceil(maxBytes / 2)
  }

  add(chunk: Uint8Array): void {
    this.#total += chunk.byteLength
    const room = this.#half - this.#headBytes
    // Copies, as a part of a chunk would keep all of it in memory.
    if (room > 0) this.#head.push(chunk.slice(0, room))
    this.#headBytes += Math.min(room, chunk.byteLength)
    if (chunk.byteLength <= room) return
    const rest = chunk.slice(Math.max(room, chunk.byteLength - this.#half))
    this.#tail.push(rest)
    this.#tailBytes += rest.byteLength
    for (
      let first = this.#tail[0];
      first !== undefined && this.#tailBytes - first.byteLength >= this.#half;
      first = this.#tail[0]
    ) {
      this.#tail.shift()
      this.#tailBytes -= first.byteLength
    }
  }

  /** The text, with a note in place of what is left out. */
  get text(): string {
    const head = Buffer.concat(this.#head)
    const tail = Buffer.concat(this.#tail).subarray(-this.#half)
    const left = this.#total - head.byteLength - tail.byteLength
    if (left === 0) return printable(Buffer.concat([head, tail]).toString('utf8'))
    const start = withoutPartialEnd(printable(head.toString('utf8')))
    const end = withoutPartialStart(printable(tail.toString('utf8')))
    return `${start}\n[… ${left.toLocaleString('en-US')} bytes are left out here …]\n${end}`
  }
}

/** A character that was cut through is decoded as a mark. */
function withoutPartialEnd(text: string): string {
  return text.replace(/\ufffd$/, '')
}

function withoutPartialStart(text: string): string {
  return text.replace(/^\ufffd{1,3}/, '')
}
