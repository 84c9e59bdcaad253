/**
 * Instructions that come after the first message, as a text of the user. Many chat templates refuse
 * a second system message. Moved to the first one they would lose their place, and the server would
 * read the whole conversation again, as its start has changed.
 */
export function lateInstructions(text: string): string {
  return `<system-reminder>\n${text}\n</system-reminder>`
}
