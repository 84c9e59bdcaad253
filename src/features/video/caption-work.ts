import type { CaptionSegment } from '../../media/captions/caption-segments.ts'
import { readCaptionCues, readCaptions } from '../../media/captions/read-captions.ts'

/** Handed over at a time, so that the thread which gets them is held up by none for long. */
const SEGMENTS_AT_A_TIME = 500

/** A file of captions to read; without one, the next of its segments are asked for. */
export interface CaptionRequest {
  text?: string
  /** Whether the cues of the file are asked for as they are, and not what is said in them. */
  isOfCues?: boolean
}

/** Without segments where the file is too long. */
export interface CaptionResponse {
  segments?: CaptionSegment[]
  hasMore: boolean
}

/** Reads a file of captions in a worker, and hands its segments over in parts. */
export class CaptionWork {
  #segments: CaptionSegment[] | undefined = []
  #given = 0

  answer({ text, isOfCues = false }: CaptionRequest): CaptionResponse {
    if (text !== undefined) {
      this.#segments = isOfCues ? readCaptionCues(text) : readCaptions(text)
      this.#given = 0
    }
    if (this.#segments === undefined) return { hasMore: false }
    const segments = this.#segments.slice(this.#given, this.#given + SEGMENTS_AT_A_TIME)
    this.#given += segments.length
    return { segments, hasMore: this.#given < this.#segments.length }
  }
}
