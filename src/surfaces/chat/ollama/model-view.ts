import type { Static } from '@sinclair/typebox'
import type { ModelRecord } from '../../../core/text/models.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { OllamaShown, OllamaTags } from './answer-schema.ts'

const FAMILY = 'hearth'
const DETAILS = {
  parent_model: '',
  format: '',
  family: '',
  families: [],
  parameter_size: '',
  quantization_level: '',
}

/** @param now UTC milliseconds */
export function tagsView(records: readonly ModelRecord[], now: number): Static<typeof OllamaTags> {
  const modified_at = new Date(now).toISOString()
  return {
    models: records.map(({ id }) => ({
      ...{ name: id, model: id, modified_at, size: 0 as const },
      ...{ digest: sha256(id), details: DETAILS },
    })),
  }
}

export function shownView(
  { contextLength, images, tools }: ModelRecord,
  now: number,
): Static<typeof OllamaShown> {
  return {
    ...{ license: '', modelfile: '', parameters: '', template: '' },
    details: DETAILS,
    model_info: {
      'general.architecture': FAMILY,
      ...(contextLength === undefined ? {} : { [`${FAMILY}.context_length`]: contextLength }),
    },
    capabilities: ['completion', ...(images ? ['vision'] : []), ...(tools ? ['tools'] : [])],
    modified_at: new Date(now).toISOString(),
  }
}
