/** A cell of a table as CSV. RFC 4180 */
export function csvCell(text: string): string {
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
