import { cpus } from 'node:os'
import { changeOf } from './results.ts'

/** One number with its target. */
export interface Row {
  measure: string
  value: number
  unit: 'x' | 'ms' | 'MB' | 'KiB' | '/s' | 'score'
  /** The value must be at least this, or below it. */
  target: { atLeast: number } | { below: number }
  /** What the value was made of. */
  detail: string
}

/** A measure that could not be taken. */
interface Failed {
  measure: string
  failure: string
}

export type Outcome = Row | Failed

/**
 * @param last Stored values, by measure
 * @returns The outcomes as a table of plain text, each with its change
 */
export function table(outcomes: readonly Outcome[], last: ReadonlyMap<string, number>): string {
  const lines = [
    ['measure', 'value', 'change', 'target', 'met', 'from'],
    ...outcomes.map((one) =>
      'failure' in one
        ? [one.measure, '-', '-', '-', 'no', one.failure]
        : [
            one.measure,
            shown(one),
            changeOf(one, last),
            targetOf(one),
            met(one) ? 'yes' : 'NO',
            one.detail,
          ],
    ),
  ]
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n')
}

/** The same as a value, with the machine it was measured on. */
export function record(outcomes: readonly Outcome[], node: string) {
  return {
    at: new Date().toISOString(),
    bun: Bun.version,
    node,
    cpus: cpus().map(({ model }) => model),
    outcomes: outcomes.map((one) => ('failure' in one ? one : { ...one, met: met(one) })),
  }
}

export function perSecond(name: string, value: number): string {
  const digits = value >= 100_000 ? `${Math.round(value / 1000)} k` : String(Math.round(value))
  return `${name} ${digits}/s`
}

function met({ value, target }: Row): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value < target.below
}

function shown({ value, unit }: Row): string {
  const digits = unit === 'MB' || unit === '/s' || value >= 100 ? 0 : 2
  return `${value.toFixed(digits)} ${unit}`
}

function targetOf({ target, unit }: Row): string {
  const bound = (value: number) => `${Math.round(value * 100) / 100} ${unit}`
  return 'atLeast' in target ? `>= ${bound(target.atLeast)}` : `< ${bound(target.below)}`
}
