/** A name may differ from the right one in a third of its letters, and in one in any case. */
const TOLERANCE = 1 / 3
/** Letters of a name's beginning that are enough to mean it. */
const MIN_SHORTENED = 3
/** Longer names are not compared: the time grows with the product of both lengths. */
const MAX_COMPARED_LETTERS = 100
/** Known names that are compared at most. */
const MAX_COMPARED_NAMES = 500

/**
 * The known name that is most like a mistyped one, without regard to case.
 *
 * @returns undefined when none is like it
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_COMPARED_LETTERS) return undefined
  const typed = name.toLowerCase()
  let nearest: string | undefined
  let least = Math.max(1, Math.floor(typed.length * TOLERANCE)) + 1
  for (const candidate of known.slice(0, MAX_COMPARED_NAMES)) {
    // As many letters have to be inserted or deleted at least.
    if (Math.abs(candidate.length - name.length) >= least) continue
    const distance = editDistance(typed, candidate.toLowerCase())
    if (distance < least) [nearest, least] = [candidate, distance]
  }
  return nearest ?? known.find((candidate) => isShortened(typed, candidate.toLowerCase()))
}

function isShortened(typed: string, candidate: string): boolean {
  return typed.length >= MIN_SHORTENED && candidate.startsWith(typed)
}

/** Letters to insert, delete, replace or swap with the next (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last?.[j - 1] ?? 0) + cost,
        swapped ? (beforeLast?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return last?.[b.length] ?? 0
}
