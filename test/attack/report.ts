import type { Figures } from './driver.ts'

/** What a driver has found, and how long it took. */
export interface Outcome extends Figures {
  readonly name: string
  readonly seconds: number
}

/** A line for each driver with its figures, and below each what was lost. */
export function table(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length), 0)
  return outcomes
    .flatMap(({ name, seconds, losses, values, skipped }) => {
      const figures = Object.entries(values).map(([what, value]) => `${what} ${value}`)
      const said = skipped === undefined ? figures.join(', ') : `left out: ${skipped}`
      const verdict = losses.length > 0 ? 'FAIL' : skipped === undefined ? 'ok  ' : '-   '
      const time = `${seconds.toFixed(0)} s`.padStart(6)
      return [
        `${name.padEnd(width)} ${verdict} ${time}  ${said}`,
        ...losses.map((loss) => `${' '.repeat(width)} ! ${loss}`),
      ]
    })
    .join('\n')
}
