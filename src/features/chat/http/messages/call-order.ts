import type { CallPiece } from '../../../../core/engines/call-pieces.ts'

/**
 * Brings the pieces of calls into the order of blocks, which follow one another: a call that starts
 * while the arguments of another are not whole waits for its end. Some servers send the pieces of
 * parallel calls in turns.
 */
export class CallOrder {
  /** The call that is written, and whether its arguments are whole. */
  #open: { call: number; end: JsonEnd } | undefined
  /** The first piece of each further call, and the arguments that have arrived since. */
  readonly #waiting = new Map<number, { first: CallPiece; rest: string[] }>()

  /** Whether a call is written whose arguments are not whole, so that no other block may start. */
  get isOpen(): boolean {
    return this.#open !== undefined && !this.#open.end.isReached
  }

  /** @returns The pieces that can be written now; a first piece ends the block before it */
  add(piece: CallPiece): CallPiece[] {
    if (piece.call === this.#open?.call) {
      this.#open.end.add(piece.arguments)
      return [piece, ...this.#following()]
    }
    const waiting = this.#waiting.get(piece.call)
    if (waiting !== undefined) waiting.rest.push(piece.arguments)
    // What comes after the end of a call is white space.
    else if (piece.isFirst) this.#waiting.set(piece.call, { first: piece, rest: [] })
    return this.#following()
  }

  /** The calls that are still waiting. */
  end(): CallPiece[] {
    const rest = [...this.#waiting.values()].map(joined)
    this.#waiting.clear()
    this.#open = undefined
    return rest
  }

  #following(): CallPiece[] {
    const pieces: CallPiece[] = []
    for (const [call, waiting] of this.#waiting) {
      if (this.isOpen) break
      this.#waiting.delete(call)
      const piece = joined(waiting)
      const end = new JsonEnd()
      end.add(piece.arguments)
      this.#open = { call, end }
      pieces.push(piece)
    }
    return pieces
  }
}

function joined({ first, rest }: { first: CallPiece; rest: readonly string[] }): CallPiece {
  return { ...first, arguments: first.arguments + rest.join('') }
}

/** What ends a run of plain characters: in a string, and outside of one. */
const IN_STRING = /["\\]/g
const OUTSIDE = /["{}[\]]/g

/** Finds the end of a JSON object that comes in pieces. Each piece is looked at once. */
export class JsonEnd {
  #depth = 0
  #isReached = false
  #isInString = false
  /** The next character is part of an escape. */
  #isEscaped = false

  /** Whether the object is whole. */
  get isReached(): boolean {
    return this.#isReached
  }

  add(piece: string): void {
    let at = 0
    while (at < piece.length && !this.#isReached) {
      if (this.#isEscaped) {
        this.#isEscaped = false
        at += 1
        continue
      }
      const next = this.#isInString ? IN_STRING : OUTSIDE
      next.lastIndex = at
      const found = next.exec(piece)
      if (found === null) return
      at = found.index + 1
      this.#pass(found[0])
    }
  }

  #pass(sign: string): void {
    if (sign === '"') this.#isInString = !this.#isInString
    else if (sign === '\\') this.#isEscaped = true
    else if (sign === '{' || sign === '[') this.#depth += 1
    else {
      this.#depth -= 1
      this.#isReached = this.#depth <= 0
    }
  }
}
