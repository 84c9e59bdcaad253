import type { Caller } from '../../core/caller.ts'
import type { Models } from '../../core/text/models.ts'

/** OpenAI's list of models. @param now UTC milliseconds */
export function modelList(models: Models, caller: Caller, now: number) {
  const created = Math.floor(now / 1000)
  return {
    object: 'list' as const,
    data: models.list(caller).map(({ id, engine }) => ({
      id,
      object: 'model' as const,
      created,
      owned_by: engine ?? 'hearth',
    })),
  }
}
