import type { CaptionSegment } from '../../platform/captions/caption-segments.ts'
import { readCaptions } from '../../platform/captions/read-captions.ts'

export interface CaptionRequest {
  text: string
}

/** Without segments where the file is too long. */
export interface CaptionResponse {
  segments?: CaptionSegment[]
}

/** Reads a file of captions, as a worker is asked to. */
export function readCaptionFile({ text }: CaptionRequest): CaptionResponse {
  const segments = readCaptions(text)
  return segments === undefined ? {} : { segments }
}
