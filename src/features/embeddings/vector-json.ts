import { fromBase64 } from '../../engines/openai-http/vectors.ts'

/** Digits that are enough for most numbers of 32 bits, and those that are for all. */
const [SHORT, LONG] = [7, 9]

/**
 * The numbers of a vector, each as short as it can be written: as numbers of 64 bits they would be twice
 * as long, without being more precise.
 */
export function numbersOf(base64: string): number[] {
  return Array.from(fromBase64(base64), (value) => {
    const short = Number(value.toPrecision(SHORT))
    return Math.fround(short) === value ? short : Number(value.toPrecision(LONG))
  })
}
