import type { Run } from '../../core/tasks/run.ts'

/**
 * Text of the keepalives of a queued run, such as `2nd in line, about 40 s`; undefined while it
 * runs.
 */
export function queueNote({ position, expectedWaitMs }: Run): string | undefined {
  if (position === undefined) return undefined
  const order = `${ordinal(position)} in line`
  if (expectedWaitMs === undefined) return order
  return `${order}, about ${Math.max(1, Math.round(expectedWaitMs / 1000))} s`
}

function ordinal(number: number): string {
  const teens = number % 100 >= 11 && number % 100 <= 13
  const suffix = teens ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]
  return `${number}${suffix ?? 'th'}`
}
