import { signal } from '@preact/signals'
import { m } from './messages/en.ts'

/** Why the service has refused or failed, in the chosen language, without a full stop. */
export function refusalText({ code, detail }: { code: string; detail: string }): string {
  return texts.value[code]?.replace('{reason}', detail) ?? detail
}

/**
 * What refusals are called in the chosen language, by code: a page that shows one before they are
 * there is drawn again. In English, the service says it.
 */
const texts = signal<Readonly<Record<string, string>>>({})

/** Until they are there, a refusal has the service's own words. */
export async function loadErrorTexts(): Promise<void> {
  if (m.language === 'en') return
  texts.value = (await import('./errors/messages/en.ts')).m
}
