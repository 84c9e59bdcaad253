import { closeSync, openSync, readSync } from 'node:fs'
import type { VectorUse } from '../contract/vectors.ts'

/** What is read of a file: the facts of the model come before its vocabulary, which is long. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_FACTS = 1_000
const VERSIONS: ReadonlySet<number> = new Set([2, 3])
/** Bytes of a value of each type of the format; strings and lists have their own length. */
const SIZES: readonly (number | undefined)[] = [
  ...[1, 1, 2, 2, 4, 4, 4, 1],
  ...[undefined, undefined, 8, 8, 8],
]
const UINT32 = 4
const STRING = 8
const ARRAY = 9

/** Architectures of models that make vectors and write no text. */
const EMBEDDING_ARCHITECTURES: ReadonlySet<string> = new Set([
  ...['bert', 'nomic-bert', 'nomic-bert-moe', 'jina-bert-v2', 'jina-bert-v3', 'neo-bert'],
  ...['modern-bert', 'eurobert', 'gemma-embedding', 't5encoder'],
])
/** `*.pooling_type`: how the vectors of the tokens become one, or a score. */
const NO_POOLING = 0
const RANK = 4

/** What a file says of its model. */
export interface GgufFacts {
  /** What it does instead of chats; undefined for one that chats. */
  use: VectorUse | undefined
  contextLength: number | undefined
}

/**
 * Reads the head of a GGUF file. One that cannot be read says nothing.
 *
 * https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
export function ggufFacts(path: string): GgufFacts {
  const facts = factsOf(headOf(path))
  const architecture = facts.get('general.architecture')
  const pooling = facts.get(`${architecture}.pooling_type`)
  const context = facts.get(`${architecture}.context_length`)
  return {
    use: useOf(architecture, pooling),
    contextLength: typeof context === 'number' && context > 0 ? context : undefined,
  }
}

function useOf(
  architecture: number | string | undefined,
  pooling: number | string | undefined,
): VectorUse | undefined {
  if (pooling === RANK) return 'rerank'
  if (typeof pooling === 'number' && pooling !== NO_POOLING) return 'embedding'
  return EMBEDDING_ARCHITECTURES.has(String(architecture)) ? 'embedding' : undefined
}

function headOf(path: string): Buffer {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(MAX_HEADER_BYTES)
      return bytes.subarray(0, readSync(file, bytes, 0, MAX_HEADER_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return Buffer.alloc(0)
  }
}

/** The texts and numbers in the head, up to the first that is not whole. */
function factsOf(head: Buffer): Map<string, number | string> {
  const facts = new Map<string, number | string>()
  try {
    const reader = new Reader(head)
    const isKnown = reader.text(4) === 'GGUF' && VERSIONS.has(reader.uint32())
    reader.length()
    const count = isKnown ? Math.min(reader.length(), MAX_FACTS) : 0
    for (let at = 0; at < count; at += 1) {
      const name = reader.text(reader.length())
      const value = reader.value(reader.uint32())
      if (value !== undefined) facts.set(name, value)
    }
  } catch {
    // It ends here, or is no such file.
  }
  return facts
}

/** @throws {RangeError} at the end of its bytes */
class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  uint32(): number {
    return this.#bytes.readUInt32LE(this.#skip(4))
  }

  /** Of a text, a list or the facts. */
  length(): number {
    return Number(this.#bytes.readBigUInt64LE(this.#skip(8)))
  }

  text(length: number): string {
    const start = this.#skip(length)
    return this.#bytes.toString('utf8', start, this.#at)
  }

  /** The value of a type; undefined for those that nothing here asks for, which are passed over. */
  value(type: number): number | string | undefined {
    if (type === UINT32) return this.uint32()
    if (type === STRING) return this.text(this.length())
    if (type === ARRAY) {
      const item = this.uint32()
      const count = this.length()
      if (item === STRING) for (let at = 0; at < count; at += 1) this.#skip(this.length())
      else this.#skip(count * sizeOf(item))
      return undefined
    }
    this.#skip(sizeOf(type))
    return undefined
  }

  /** @returns Where it was */
  #skip(bytes: number): number {
    const start = this.#at
    if (start + bytes > this.#bytes.length) throw new RangeError('The head ends')
    this.#at += bytes
    return start
  }
}

function sizeOf(type: number): number {
  const size = SIZES[type]
  if (size === undefined) throw new RangeError('There is no such type')
  return size
}
