import { AUTO } from './models.ts'

/** The name of a model as {@link Models.select} takes it, of a request that may name both parts. */
export function requestedModel({
  engine,
  model,
}: {
  engine?: string | undefined
  model?: string | undefined
}): string {
  if (engine === undefined || engine === AUTO) {
    // `model` alone may be a full name, as in a chat request.
    return model ?? AUTO
  }
  return model === undefined ? engine : `${engine}/${model}`
}
