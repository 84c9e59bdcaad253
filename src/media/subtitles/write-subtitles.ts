import type { Cue } from './cues-of.ts'
import { textToVtt, timingOf } from './timing-line.ts'

/**
 * Writes well-formed SRT, without a blank line within a cue. Empty for no cues.
 *
 * @param numbers Of the cues; by default from 1
 */
export function writeSrt(cues: readonly Cue[], numbers: readonly number[] = []): string {
  return cues
    .map(
      (cue, index) =>
        `${numbers[index] ?? index + 1}\n${timesOf(cue, ',')}\n${srtText(cue.text)}\n`,
    )
    .join('\n')
}

/** Writes well-formed WebVTT. Of the tags it keeps bold, italic and underline. */
export function writeVtt(cues: readonly Cue[]): string {
  const blocks = cues.map((cue) => `${timesOf(cue, '.')}\n${textToVtt(plainLines(cue.text))}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

/** A line that looks like the times of a cue would begin another one. */
function srtText(text: string): string {
  const lines = plainLines(text)
  if (!/\d/.test(lines)) return lines
  return lines
    .split('\n')
    .map((line) => (timingOf(line) === undefined ? line : `\u200b${line}`))
    .join('\n')
}

function plainLines(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text.trim()
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}

function timesOf({ startMs, endMs }: Cue, separator: string): string {
  return `${timeOf(startMs, separator)} --> ${timeOf(endMs, separator)}`
}

/** `hh:mm:ss,mmm`; hours may have more digits. */
function timeOf(ms: number, separator: string): string {
  const whole = Math.max(0, Math.round(ms))
  const seconds = Math.floor(whole / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0')
  return `${hours}:${two(minutes % 60)}:${two(seconds % 60)}${separator}${String(whole % 1000).padStart(3, '0')}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
