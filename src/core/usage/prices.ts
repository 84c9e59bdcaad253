/** Credits by action. See Limits. Shown as `credit_costs` in GET /admin/usage. */
export const CREDIT_COSTS = {
  transcript_native: 1,
  transcript_generated_per_min: 2,
  video: 1,
  channel: 1,
  playlist: 1,
  web_scrape: 1,
  image: 5,
  tts: 1,
  translate_per_min: 30,
  file_transcribe_per_min: 2,
  agent: 2,
} as const

export const USD_PER_CREDIT = 0.003

/** The least that a billable call records. */
export const MIN_CREDITS = 1

/** In dollars, to a tenth of a cent. */
export function usdOf(credits: number): number {
  return Math.round(credits * USD_PER_CREDIT * 1000) / 1000
}

/**
 * What work costs: at least 1 credit, fractions counted as a whole one.
 *
 * @param action Key of the price list
 * @param units How many of the action's unit: 1 for a clip or a page, minutes for transcripts
 */
export function creditsOf(action: string, units: number): number {
  const price = Object.entries(CREDIT_COSTS).find(([name]) => name === action)?.[1]
  if (price === undefined) throw new Error(`There is no price for ${action}`)
  return Math.max(MIN_CREDITS, Math.ceil(price * units))
}
