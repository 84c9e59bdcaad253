/**
 * Divides a number of characters among texts. A short text gets what it has, and the long ones share
 * the rest evenly.
 *
 * @param counts Of each text
 */
export function shareCharacters(counts: readonly number[], total: number): number[] {
  const shares = counts.map(() => 0)
  let left = total
  const shortestFirst = [...counts.keys()].sort((a, b) => (counts[a] ?? 0) - (counts[b] ?? 0))
  for (const [index, at] of shortestFirst.entries()) {
    const even = Math.floor(left / (counts.length - index))
    const share = Math.min(counts[at] ?? 0, even)
    shares[at] = share
    left -= share
  }
  return shares
}
