/** One subtitle: whole milliseconds from the start, and its lines joined by `\n`. */
export interface Cue {
  startMs: number
  endMs: number
  text: string
}
