import { float32FromBase64 } from '../../platform/float32.ts'

/** Digits that are enough for most numbers of 32 bits, for nearly all, and for all. */
const DIGITS = [7, 8, 9]

/**
 * The numbers of a vector, each as short as it can be written: as numbers of 64 bits they would be twice
 * as long, without being more precise.
 */
export function numbersOf(base64: string): number[] {
  return Array.from(float32FromBase64(base64), shortest)
}

function shortest(value: number): number {
  for (const digits of DIGITS) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}
