import { Type } from '@sinclair/typebox'

/** A time in an answer. */
export const Time = Type.String({ description: 'ISO 8601, UTC' })
export const TimeOrNull = Type.Union([Time, Type.Null()])

/** @param at UTC milliseconds */
export function timeView(at: number): string {
  return new Date(at).toISOString()
}

export function timeOrNullView(at: number | null): string | null {
  return at === null ? null : timeView(at)
}
