import { tryParseJson } from '../../../platform/try-parse-json.ts'
import type { CallPiece } from '../call-pieces.ts'

/**
 * Brings the pieces of calls into the order of blocks, which follow one another: a call that starts
 * while the arguments of another are not whole waits for its end. Some servers send the pieces of
 * parallel calls in turns.
 */
export class CallOrder {
  /** The call that is written, with its arguments so far. */
  #open: { call: number; text: string } | undefined
  /** What has arrived of further calls. */
  readonly #waiting = new Map<number, CallPiece>()

  /** Whether a call is written whose arguments are not whole, so that no other block may start. */
  get isOpen(): boolean {
    return this.#open !== undefined && !isWhole(this.#open.text)
  }

  /** @returns The pieces that can be written now; a first piece ends the block before it */
  add(piece: CallPiece): CallPiece[] {
    if (piece.call === this.#open?.call) {
      this.#open.text += piece.arguments
      return [piece, ...this.#following()]
    }
    const waiting = this.#waiting.get(piece.call)
    if (waiting !== undefined) waiting.arguments += piece.arguments
    // What comes after the end of a call is white space.
    else if (piece.isFirst) this.#waiting.set(piece.call, { ...piece })
    return this.#following()
  }

  /** The calls that are still waiting. */
  end(): CallPiece[] {
    const rest = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#open = undefined
    return rest
  }

  #following(): CallPiece[] {
    const pieces: CallPiece[] = []
    for (const [call, piece] of this.#waiting) {
      if (this.isOpen) break
      this.#waiting.delete(call)
      this.#open = { call, text: piece.arguments }
      pieces.push(piece)
    }
    return pieces
  }
}

function isWhole(args: string): boolean {
  return args.trimEnd().endsWith('}') && tryParseJson(args).ok
}
