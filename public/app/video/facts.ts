const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
/** Of the name of a file. */
const MAX_NAME_CHARACTERS = 60

/** The day of a date or time as sites give it; a text that is none stays as it is. */
export function dayOf(text: string): string {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? text : DAY.format(date)
}

/** What every system takes as the name of a file. */
export function fileName(title: string): string {
  const name = title
    .replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...name].slice(0, MAX_NAME_CHARACTERS).join('').trim() || 'page'
}
