import { m } from './messages/en.ts'

/** How a result is shown. */
export type Shape =
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'table'; columns: readonly string[]; rows: readonly object[] }
  | { kind: 'object'; entries: readonly [string, unknown][] }
  | { kind: 'empty' }

/** The simplest form that holds a whole value. */
export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined || value === '') return { kind: 'empty' }
  if (Array.isArray(value)) {
    if (value.length === 0) return { kind: 'empty' }
    if (value.every(isRow)) return { kind: 'table', columns: columnsOf(value), rows: value }
    return { kind: 'list', items: value.map(cellText) }
  }
  if (typeof value === 'object') {
    const entries = Object.entries(value)
    return entries.length === 0 ? { kind: 'empty' } : { kind: 'object', entries }
  }
  return { kind: 'text', text: String(value) }
}

/** A value in one line or cell. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? m.yes : m.no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A value as it is pasted elsewhere: a table with tabs, for a spreadsheet. */
export function copiedText(value: unknown): string {
  const shape = shapeOf(value)
  switch (shape.kind) {
    case 'empty':
      return ''
    case 'text':
      return shape.text
    case 'list':
      return shape.items.join('\n')
    case 'table':
      return tableRows(shape, (cell) => cell.replaceAll(/[\t\r\n]+/g, ' '), '\t')
    case 'object':
      return JSON.stringify(value, undefined, 2)
  }
}

/** A value as a file. */
export function savedFile(value: unknown): { extension: string; type: string; text: string } {
  const shape = shapeOf(value)
  switch (shape.kind) {
    case 'object':
      return {
        extension: 'json',
        type: 'application/json',
        text: `${JSON.stringify(value, undefined, 2)}\n`,
      }
    case 'table':
      return { extension: 'csv', type: 'text/csv', text: tableRows(shape, csvCell, ',', '\r\n') }
    case 'list':
      return { extension: 'txt', type: 'text/plain', text: `${shape.items.join('\n')}\n` }
    default:
      return { extension: 'md', type: 'text/markdown', text: copiedText(value) }
  }
}

function tableRows(
  { columns, rows }: Shape & { kind: 'table' },
  cell: (text: string) => string,
  separator: string,
  end = '\n',
): string {
  const line = (cells: readonly unknown[]) =>
    cells.map((one) => cell(safeCell(one))).join(separator) + end
  return [columns, ...rows.map((row) => columns.map((name) => Reflect.get(row, name)))]
    .map(line)
    .join('')
}

/** A spreadsheet runs a text that starts as a formula. */
function safeCell(value: unknown): string {
  const text = cellText(value)
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

/** RFC 4180 */
function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

function isRow(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function columnsOf(rows: readonly object[]): string[] {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  return [...names]
}
