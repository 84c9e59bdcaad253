import { Type } from '@sinclair/typebox'
import { nullable } from './nullable.ts'

/** A time in an answer. */
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' })
export const TimeOrNull = nullable(Time)

/** @param at UTC milliseconds */
export function timeView(at: number): string {
  return new Date(at).toISOString()
}

export function timeOrNullView(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : timeView(at)
}
