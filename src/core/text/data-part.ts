import { randomText } from '../../platform/ids.ts'

const BOUNDARY_BYTES = 12

/** Gives a boundary that nobody can guess. */
export const randomBoundary = (): string => randomText(BOUNDARY_BYTES)

/**
 * A boundary that occurs in none of the texts.
 *
 * @param random Asked again while the texts hold what it gave
 */
export function freshBoundary(texts: readonly string[], random: () => string): string {
  for (;;) {
    const boundary = random()
    if (texts.every((text) => !text.includes(boundary))) return boundary
  }
}

/** Puts a text of a caller or a model between lines that it cannot write itself. */
export function dataPart(name: string, text: string, boundary: string): string {
  return `[BEGIN ${boundary} ${name}]\n${text}\n[END ${boundary} ${name}]`
}
