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

export type CreditAction = keyof typeof CREDIT_COSTS

export const USD_PER_CREDIT = 0.003

/** The least that a billable call records. */
export const MIN_CREDITS = 1

/** In dollars, to a tenth of a cent. */
export function usdOf(credits: number): number {
  return Math.round(credits * USD_PER_CREDIT * 1000) / 1000
}
