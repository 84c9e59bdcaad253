/** Credits by action. */
export type Prices = Readonly<Record<string, number>>

/** @limit credit-usd USD */
export const USD_PER_CREDIT = 0.003

/** The least that a billable call records. @limit credit-minimum credits */
export const MIN_CREDITS = 1

/** In dollars, to a tenth of a cent. */
export function usdOf(credits: number): number {
  return Math.round(credits * USD_PER_CREDIT * 1000) / 1000
}

/**
 * What work costs: at least 1 credit, fractions counted as a whole one.
 *
 * @param prices The price list
 * @param action Key of it
 * @param units How many of the action's unit: 1 for a clip or a page, minutes for transcripts
 */
export function creditsOf(prices: Prices, action: string, units: number): number {
  const price = prices[action]
  if (price === undefined) throw new Error(`There is no price for ${action}`)
  return Math.max(MIN_CREDITS, Math.ceil(price * units))
}
