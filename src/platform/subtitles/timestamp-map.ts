/** The header by which a segment of a stream tells its place. RFC 8216, 3.5 */
const HEADER = /^X-TIMESTAMP-MAP\s?=(.{1,100})$/i
const LOCAL = /LOCAL:(?:(\d{1,6}):)?(\d{1,2}):(\d{2})[.,](\d{3})/i
const STREAM = /MPEGTS:(\d{1,12})/i

const TICKS_PER_MS = 90
/** Clocks of transport streams start anew after about 26 hours. */
const CLOCK_TICKS = 2 ** 33

/**
 * Puts the cues of a stream's segments on one time line: that of the first segment, as the time at
 * which the stream itself starts is not in the captions.
 */
export class TimestampMap {
  /** Stream time of the first segment's own zero. */
  #first: number | undefined
  #shiftMs = 0

  /** What is added to the times of the segment that is being read. */
  get shiftMs(): number {
    return this.#shiftMs
  }

  static isHeader(line: string): boolean {
    return line.startsWith('X-TIMESTAMP-MAP')
  }

  read(line: string): void {
    const value = HEADER.exec(line)?.[1] ?? ''
    const ticks = STREAM.exec(value)?.[1]
    const local = LOCAL.exec(value)
    if (ticks === undefined || local === null) return
    const [, hours = '0', minutes = '0', seconds = '0', part = '0'] = local
    const localMs =
      ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part)
    const zero = Number(ticks) - localMs * TICKS_PER_MS
    this.#first ??= zero
    const distance = (((zero - this.#first) % CLOCK_TICKS) + CLOCK_TICKS) % CLOCK_TICKS
    const shortest = distance > CLOCK_TICKS / 2 ? distance - CLOCK_TICKS : distance
    this.#shiftMs = Math.round(shortest / TICKS_PER_MS)
  }
}
