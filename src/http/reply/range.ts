const RANGES = /^bytes=(.*)$/i
const RANGE = /^(\d*)-(\d*)$/

/**
 * The bytes that a `Range` header asks for. RFC 9110, 14
 *
 * @returns undefined for all of them: of a header that says nothing, and of more than one range, which
 * a server may leave unread
 */
export function selectRange(
  header: string,
  size: number,
): { from: number; to: number } | 'unsatisfiable' | undefined {
  const [, list] = RANGES.exec(header.trim()) ?? []
  const ranges =
    list
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean) ?? []
  const [, first, last] = RANGE.exec(ranges[0] ?? '') ?? []
  if (ranges.length !== 1 || first === undefined || last === undefined) return undefined
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Number(last)
    if (length === 0 || size === 0) return 'unsatisfiable'
    return { from: Math.max(0, size - length), to: size - 1 }
  }
  const from = Number(first)
  const to = last === '' ? size - 1 : Number(last)
  if (last !== '' && to < from) return undefined
  return from >= size ? 'unsatisfiable' : { from, to: Math.min(to, size - 1) }
}
