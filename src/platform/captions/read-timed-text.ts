import { decodeEntities } from '../decode-entities.ts'
import { rawCuesOf } from '../subtitles/read-subtitles.ts'
import {
  type CaptionCue,
  type CaptionLine,
  lineOfParts,
  lineOfText,
  type TimedPart,
} from './caption-cue.ts'

/** Tags of WebVTT and SRT, codes of SubStation, and readings of ruby text, which are left out. */
const MARKUP =
  /<rt(?:\.[^<>\s]{0,99})?>[^<>]{0,200}(?:<\/rt>|$)|<\/?(?:b|i|u|s|em|strong|font|span|c|v|lang|ruby|rt)(?:[\s.][^<>]{0,200})?>|\{\\[^{}]{0,200}\}/gi
const TIME = /<(?:(\d{1,6}):)?(\d{1,2}):(\d{2})[.,](\d{3})>/g
const LINE_BREAK = /<br\s{0,9}\/?>/i

/** Reads WebVTT, SRT and SBV with the times of words, which WebVTT has within its lines. */
export function readTimedText(text: string): CaptionCue[] {
  const cues: CaptionCue[] = []
  for (const { startMs, endMs, lines: raw, segment, shiftMs } of rawCuesOf(text)) {
    const lines: CaptionLine[] = []
    const clock: Clock = { atMs: startMs, startMs, endMs, shiftMs }
    for (const one of raw)
      for (const part of LINE_BREAK.test(one) ? one.split(LINE_BREAK) : [one]) {
        const line = lineOf(part, clock)
        if (line !== undefined) lines.push(line)
      }
    if (lines.length > 0) cues.push({ startMs, endMs, lines, segment })
  }
  return cues
}

interface Clock {
  /** Of what follows, until the next time within the text. */
  atMs: number
  startMs: number
  endMs: number
  shiftMs: number
}

function lineOf(raw: string, clock: Clock): CaptionLine | undefined {
  const text = raw.includes('<') || raw.includes('{') ? raw.replace(MARKUP, '') : raw
  if (!text.includes('<')) return lineOfText(decodeEntities(text))
  const parts: TimedPart[] = []
  let end = 0
  const add = (part: string) => {
    if (part !== '') parts.push({ text: decodeEntities(part), startMs: clock.atMs })
  }
  for (const found of text.matchAll(TIME)) {
    const { 0: tag, index } = found
    add(text.slice(end, index))
    end = index + tag.length
    const [, hours = '0', minutes = '0', seconds = '0', part = '0'] = found
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part)
    clock.atMs = Math.min(
      Math.max(ms + clock.shiftMs, clock.atMs),
      Math.max(clock.endMs, clock.startMs),
    )
  }
  add(text.slice(end))
  return lineOfParts(parts)
}
