import { clockTime } from '../../ui/audio/clock-time.ts'
import { dates } from '../../ui/locale.ts'
import { m } from './messages/en.ts'
import type { ListedVideo } from './types.ts'

const day = dates({ dateStyle: 'medium', timeZone: 'UTC' })
/** Of the name of a file. */
const MAX_NAME_CHARACTERS = 60

/** The day of a date or time as sites give it; a text that is none stays as it is. */
export function dayOf(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : day(date)
}

/** What every system takes as the name of a file. */
export function fileName(title: string): string {
  const name = title
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, MAX_NAME_CHARACTERS).join('').trim() || 'page'
}

/** A credit is for so much of a recording that is listened to, started ones included. */
const SECONDS_PER_CREDIT = 30

/** Credits for listening to a recording. */
export function creditsOfListening(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / SECONDS_PER_CREDIT))
}

const LIVE_LABELS: Readonly<Record<NonNullable<ListedVideo['live_status']>, string | undefined>> = {
  not_live: undefined,
  upcoming: m.live.upcoming,
  live: m.live.live,
  was_live: m.live.was_live,
}

/** Length, date, views and live state of a video, as far as its site says them. */
export function videoFacts(video: ListedVideo): string[] {
  const { duration_seconds: seconds, published_at: at, views, live_status: live } = video
  return [
    seconds === null ? undefined : clockTime(Math.round(seconds)),
    at === null ? undefined : dayOf(at),
    views === null ? undefined : m.views(views),
    live === null ? undefined : LIVE_LABELS[live],
  ].filter((one) => one !== undefined)
}
