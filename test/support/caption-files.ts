import { seededRandom } from './seeded-random.ts'

interface SpokenWord {
  text: string
  startMs: number
}

/** What is said, as captions show it: line by line. */
export interface SpokenLine {
  words: readonly SpokenWord[]
  startMs: number
  endMs: number
}

const WORDS =
  'the a of no so to and hello world captions are hard, really. we said: yes! why? 2024 it’s R&D <3 über naïve'.split(
    ' ',
  )

/** Lines of random words; some are said twice, as in a chorus, and after some there is silence. */
export function speech(seed: number, count = 20, fewest = 1): SpokenLine[] {
  const random = seededRandom(seed)
  const lines: SpokenLine[] = []
  let at = Math.floor(random() * 3000)
  let texts: string[] = []
  for (let index = 0; index < count; index += 1) {
    if (texts.length === 0 || random() > 0.15)
      texts = Array.from(
        { length: fewest + Math.floor(random() * 7) },
        () => WORDS[Math.floor(random() * WORDS.length)] ?? '',
      )
    const startMs = at
    const words = texts.map((text) => {
      const word = { text, startMs: at }
      at += 150 + Math.floor(random() * 500)
      return word
    })
    lines.push({ words, startMs, endMs: at })
    if (random() < 0.1) at += 3000
    else at += 10
  }
  return lines
}

/** The same, for sites whose captions tell repeated lines apart by nothing. */
export function speechWithoutEcho(seed: number, fewest: number): SpokenLine[] {
  return speech(seed, 20, fewest).map(({ words: [first, ...rest], ...line }, index) => {
    const words = first === undefined ? [] : [{ ...first, text: `${first.text}${index}` }, ...rest]
    return { ...line, words }
  })
}

export function spokenWords(lines: readonly SpokenLine[]): string[] {
  return lines.flatMap(({ words }) => words.map(({ text }) => text))
}

export function textOf({ words }: SpokenLine): string {
  return words.map(({ text }) => text).join(' ')
}

/** As `00:00:01.500`. */
function clock(ms: number, point = '.'): string {
  const parts = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60]
  const two = parts.map((one) => String(Math.floor(one)).padStart(2, '0'))
  return two.join(':') + point + String(ms % 1000).padStart(3, '0')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Automatic captions of YouTube: two rows that scroll, with a cue of 10 ms after each line. */
export function youtubeVtt(lines: readonly SpokenLine[]): string {
  const cue = (from: number, to: number, rows: string) =>
    `${clock(from)} --> ${clock(to)} align:start position:0%\n${rows}\n\n`
  const cues = lines.map((line, index) => {
    const before = lines[index - 1]
    const old = before !== undefined && line.startMs - before.endMs < 1000 ? textOf(before) : ' '
    const [first, ...rest] = line.words
    const timed = rest.map(({ text, startMs }) => `<${clock(startMs)}><c> ${escaped(text)}</c>`)
    const row = escaped(first?.text ?? '') + timed.join('')
    return (
      cue(line.startMs, line.endMs, `${escaped(old)}\n${row}`) +
      cue(line.endMs, line.endMs + 10, `${escaped(textOf(line))}\n `)
    )
  })
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${cues.join('')}`
}

/** The same, as converters write it: without times of words and without empty rows. */
export function youtubeSrt(lines: readonly SpokenLine[]): string {
  const vtt = youtubeVtt(lines).replace(/<(?:[\d:.]+|\/?c)>/g, '')
  const [, ...cues] = vtt
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .split(/\n(?=\d\d:)/)
  return cues
    .map((text, index) => {
      const [times = '', ...rows] = text.split('\n')
      const line = times.replace(/(\d)\.(\d{3})/g, '$1,$2').replace(/ align.*/, '')
      return `${index + 1}\n${line}\n${rows.filter((row) => row.trim() !== '').join('\n')}\n`
    })
    .join('\n')
}

/** Automatic captions as YouTube's player reads them. */
export function youtubeJson3(lines: readonly SpokenLine[]): string {
  const events: unknown[] = [
    { tStartMs: 0, dDurationMs: 9e6, id: 1, wpWinPosId: 1, wsWinStyleId: 1 },
  ]
  lines.forEach((line, index) => {
    const until = lines[index + 2]?.startMs ?? line.endMs
    const segs = line.words.map(({ text, startMs }, at) => ({
      utf8: at === 0 ? text : ` ${text}`,
      ...(at === 0 ? {} : { tOffsetMs: startMs - line.startMs }),
      acAsrConf: 0,
    }))
    const { startMs } = line
    const lineBreak = { wWinId: 1, aAppend: 1, segs: [{ utf8: '\n' }] }
    if (index > 0) events.push({ tStartMs: startMs - 10, dDurationMs: 10, ...lineBreak })
    events.push({ tStartMs: startMs, dDurationMs: until - startMs, wWinId: 1, segs })
  })
  return JSON.stringify({ wireMagic: 'pb3', pens: [{}], wpWinPositions: [{}], events })
}

/** Live captions of broadcasters: so many rows, each cue one row further. */
export function rollUp(lines: readonly SpokenLine[], rows: number): string {
  return lines
    .map((line, index) => {
      const shown = lines.slice(Math.max(0, index + 1 - rows), index + 1).map(textOf)
      const end = lines[index + 1]?.startMs ?? line.endMs
      return `${index + 1}\n${clock(line.startMs, ',')} --> ${clock(end, ',')}\n${shown.join('\n')}\n`
    })
    .join('\n')
}

/** Captions by people: so many lines a cue, none of them twice. */
export function stacked(lines: readonly SpokenLine[], rows: number): string {
  const cues: string[] = []
  for (let index = 0; index < lines.length; index += rows) {
    const own = lines.slice(index, index + rows)
    const times = `${clock(own[0]?.startMs ?? 0)} --> ${clock(own.at(-1)?.endMs ?? 0)}`
    cues.push(`${times}\n${escaped(own.map(textOf).join('\n'))}\n`)
  }
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** Captions that are painted word by word, with the line before above them. */
export function painted(lines: readonly SpokenLine[]): string {
  const cues = lines.flatMap((line, index) => {
    const before = lines[index - 1]
    return line.words.map((word, at) => {
      const end = line.words[at + 1]?.startMs ?? line.endMs
      const shown = line.words.slice(0, at + 1).map(({ text }) => text)
      const rows = [...(before === undefined ? [] : [textOf(before)]), shown.join(' ')]
      return `${clock(word.startMs)} --> ${clock(end)}\n${escaped(rows.join('\n'))}\n`
    })
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** Two rows that scroll, which the site joins into one line. */
export function flattened(lines: readonly SpokenLine[]): string {
  const cues = lines.map((line, index) => {
    const before = lines[index - 1]
    const shown = [...(before === undefined ? [] : [textOf(before)]), textOf(line)]
    const end = lines[index + 1]?.startMs ?? line.endMs
    return `${clock(line.startMs)} --> ${clock(end)}\n${escaped(shown.join(' '))}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** TTML with a paragraph for each line, by the clock, in ticks, or with the times of words. */
export function ttml(lines: readonly SpokenLine[], style: 'clock' | 'ticks' | 'words'): string {
  const time = (ms: number) => (style === 'ticks' ? `${ms * 10_000}t` : clock(ms))
  const paragraphs = lines.map((line) => {
    const words = line.words.map(({ text, startMs }) => {
      const offset = (startMs - line.startMs) / 1000
      return style === 'words' ? `<span begin="${offset}s">${escaped(text)}</span>` : escaped(text)
    })
    return `<p begin="${time(line.startMs)}" end="${time(line.endMs)}">${words.join(' ')}</p>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ttp:tickRate="10000000" xml:lang="en">
<head><metadata><ttm:title>Not said</ttm:title></metadata></head>
<body><div>${paragraphs.join('\n')}</div></body></tt>`
}

/** Segments of a stream joined: a cue that goes beyond its segment is in the next one as well. */
export function streamSegments(lines: readonly SpokenLine[], segmentMs: number): string {
  const last = Math.floor((lines.at(-1)?.startMs ?? 0) / segmentMs)
  return Array.from({ length: last + 1 }, (_, index) => {
    const [from, to] = [index * segmentMs, (index + 1) * segmentMs]
    // Each segment has its own zero.
    const cues = lines
      .filter(({ startMs, endMs }) => startMs < to && endMs > from)
      .map((line) => `${clock(line.startMs)} --> ${clock(line.endMs)}\n${escaped(textOf(line))}\n`)
    return `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n${cues.join('\n')}\n`
  }).join('')
}
