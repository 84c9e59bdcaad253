import type { Origin } from './results.ts'

const HEADING = '## Measured'

interface Line {
  name: string
  perSecond: number
  /** p50, p99, p99.9, and the requests without an answer. */
  cells: readonly string[]
}

/** @returns The page, whose last part is the table, with these lines in its place */
export function withSpeedTable(page: string, lines: readonly Line[], origin: Origin): string {
  const rows = lines.map(
    ({ name, perSecond, cells }) => `| ${perSecond} | ${name} | ${cells.join(' | ')} |`,
  )
  return `${page.slice(0, page.indexOf(HEADING))}${HEADING}

${origin.date}, ${origin.commit}: ${origin.machine}. All programs ran on this one machine.

| Requests a second | Gateway | p50, ms | p99, ms | p99.9, ms | Unanswered |
|---|---|---|---|---|---|
${rows.join('\n')}
`
}
