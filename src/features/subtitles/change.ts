/** What was done to a cue. */
export type ChangeCode =
  | 'removed_empty'
  | 'swapped_times'
  | 'moved'
  | 'replaced_text'
  | 'not_in_script'
  | 'split'
  | 'merged'
  | 'rebroken_lines'
  | 'started_earlier'
  | 'started_later'
  | 'ended_earlier'
  | 'ended_later'

/** What a cue could not be given. */
type UnmetCode = 'line_too_long' | 'too_many_lines' | 'too_fast' | 'too_short' | 'gap_too_small'

export interface Change {
  code: ChangeCode
  /** Number in the result; null for a cue that is gone. */
  cue: number | null
  /** Position in what was given, from 1. */
  source: number
  detail: string
}

export interface Unmet {
  code: UnmetCode
  /** Number in the result. */
  cue: number
  detail: string
}
