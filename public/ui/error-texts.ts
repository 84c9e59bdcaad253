import { signal } from '@preact/signals'
import { m } from './messages/en.ts'

/** What the service says of a failure, in English. */
export interface Refusal {
  code: string
  detail: string
  /** Of a file that it has not taken. */
  reason?: { code: string; value?: string | number; name?: string } | undefined
}

/** Why the service has refused or failed, in the chosen language, without a full stop. */
export function refusalText(refusal: Refusal): string {
  return texts.value?.refusalText(refusal) ?? refusal.detail
}

/** Why a file was not taken, without its name; undefined where only the service has words for it. */
export function reasonText(reason: Refusal['reason']): string | undefined {
  return texts.value?.reasonText(reason)
}

/**
 * The words of the chosen language: a page that shows a failure before they are there is drawn again.
 * In English, the service says it.
 */
const texts = signal<typeof import('./errors/words.ts') | undefined>()

/** Until they are there, a refusal has the service's own words. */
export async function loadErrorTexts(): Promise<void> {
  if (m.language === 'en') return
  texts.value = await import('./errors/words.ts')
}
