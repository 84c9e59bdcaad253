/** Numbers of a vector as bytes, for a first look; the exact order follows from the numbers themselves. */
const SCALE = 127

/** The vectors of some pieces, as they are kept in memory. */
export interface VectorBlock {
  /** `seq` of each. */
  pieces: Float64Array
  bytes: Int8Array
  /** What the bytes of each are multiplied with. */
  scales: Float32Array
}

/** A piece, and how near it is: the higher, the nearer. */
export interface Near {
  piece: number
  score: number
  /** Where its vector is. */
  block: number
  at: number
}

/** @param vectors One after another */
export function blockOf(pieces: Float64Array, vectors: Float32Array): VectorBlock {
  const dimensions = vectors.length / pieces.length
  const bytes = new Int8Array(vectors.length)
  const scales = new Float32Array(pieces.length)
  for (let at = 0; at < pieces.length; at += 1) {
    const vector = vectors.subarray(at * dimensions, (at + 1) * dimensions)
    const scale = quantize(vector, bytes.subarray(at * dimensions, (at + 1) * dimensions))
    scales[at] = scale
  }
  return { pieces, bytes, scales }
}

/** @returns What the bytes are to be multiplied with */
function quantize(vector: Float32Array, into: Int8Array): number {
  let most = 0
  for (const number of vector) most = Math.max(most, Math.abs(number))
  if (most === 0) return 0
  for (let at = 0; at < vector.length; at += 1)
    into[at] = Math.round(((vector[at] ?? 0) / most) * SCALE)
  return most / SCALE
}

/** The length 1, so that the product of two vectors says how near they are. */
export function normalized(vector: Float32Array): Float32Array {
  const length = Math.sqrt(productOf(vector, vector))
  return length === 0 ? vector : vector.map((number) => number / length)
}

export function productOf(one: Float32Array, other: Float32Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0)
  return sum
}

/** The nearest of those that are looked at, one block after another. */
export class NearestPieces {
  readonly #query: Int32Array
  readonly #limit: number
  readonly #found: Near[] = []
  #least = Number.NEGATIVE_INFINITY

  constructor(query: Float32Array, limit: number) {
    const bytes = new Int8Array(query.length)
    quantize(query, bytes)
    this.#query = Int32Array.from(bytes)
    this.#limit = limit
  }

  /** The nearest first. */
  get found(): readonly Near[] {
    return this.#found.sort((a, b) => b.score - a.score).slice(0, this.#limit)
  }

  /** @param block Names it */
  look({ pieces, bytes, scales }: VectorBlock, block: number): void {
    const query = this.#query
    const dimensions = query.length
    if (bytes.length !== pieces.length * dimensions) return
    for (let at = 0, from = 0; at < pieces.length; at += 1, from += dimensions) {
      const score = product(bytes, from, query) * (scales[at] ?? 0)
      if (score > this.#least) this.#add({ piece: pieces[at] ?? 0, score, block, at })
    }
  }

  #add(near: Near): void {
    const found = this.#found
    found.push(near)
    if (found.length < 2 * this.#limit) return
    found.sort((a, b) => b.score - a.score)
    found.length = this.#limit
    this.#least = found.at(-1)?.score ?? this.#least
  }
}

/** Four sums, as each waits for the one before it; in whole numbers, which are added fastest. */
function product(bytes: Int8Array, from: number, query: Int32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0]
  const end = query.length - (query.length % 4)
  let at = 0
  for (; at < end; at += 4) {
    const to = from + at
    a = (a + Math.imul(bytes[to] as number, query[at] as number)) | 0
    b = (b + Math.imul(bytes[to + 1] as number, query[at + 1] as number)) | 0
    c = (c + Math.imul(bytes[to + 2] as number, query[at + 2] as number)) | 0
    d = (d + Math.imul(bytes[to + 3] as number, query[at + 3] as number)) | 0
  }
  for (; at < query.length; at += 1) a += Math.imul(bytes[from + at] ?? 0, query[at] ?? 0)
  return a + b + c + d
}
