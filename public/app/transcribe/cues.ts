/** A stretch of speech, or one subtitle; times in seconds from the start. */
export interface Cue {
  start: number
  end: number
  text: string
}

/** Subtitles as SubRip. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map(
      ({ start, end, text }, index) =>
        `${index + 1}\n${stamp(start, ',')} --> ${stamp(end, ',')}\n${lines(text)}\n`,
    )
    .join('\n')
}

/** Subtitles as WebVTT. */
export function toVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ start, end, text }) =>
      `${stamp(start, '.')} --> ${stamp(end, '.')}\n${escaped(lines(text))}\n`,
  )
  return `WEBVTT\n\n${blocks.join('\n')}`
}

/** The words alone, one line for each stretch. */
export function toText(cues: readonly Cue[]): string {
  return `${cues.map(({ text }) => text.replaceAll(/\s*\n\s*/g, ' ').trim()).join('\n')}\n`
}

const TIMES = /^(\d+):(\d{2}):(\d{2})[,.](\d{3}) --> (\d+):(\d{2}):(\d{2})[,.](\d{3})/

/** Reads SubRip as the service writes it. */
export function fromSrt(srt: string): Cue[] {
  return srt
    .replaceAll('\r', '')
    .split(/\n{2,}(?=\d+\n\d+:)/)
    .flatMap((block) => {
      const [, times = '', ...text] = block.replace(/^\n+/, '').split('\n')
      const found = TIMES.exec(times)
      if (found === null) return []
      const [start, end] = [secondsOf(found.slice(1, 5)), secondsOf(found.slice(5, 9))]
      return [{ start, end, text: text.join('\n').trim() }]
    })
}

/** Which cue is spoken at a time; -1 before the first. The last that has started. */
export function cueAt(cues: readonly Cue[], seconds: number): number {
  let [low, high] = [0, cues.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.start ?? 0) <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}

function secondsOf(parts: readonly string[]): number {
  const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = parts.map(Number)
  return hours * 3600 + minutes * 60 + seconds + milliseconds / 1000
}

function stamp(seconds: number, point: ',' | '.'): string {
  const whole = Math.max(0, Math.round(seconds * 1000))
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const time = `${two(whole / 3_600_000)}:${two((whole / 60_000) % 60)}:${two((whole / 1000) % 60)}`
  return `${time}${point}${String(whole % 1000).padStart(3, '0')}`
}

/** An empty line would end the subtitle. */
function lines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
