import type { EngineSettings } from '../platform/config-schema.ts'
import type { Engine } from './contract.ts'
import { Demo } from './demo/demo.ts'
import { OpenAiHttp } from './openai-http/openai-http.ts'

/** Makes the configured engines, in their order; the settings are already checked. */
export function buildEngines(settings: readonly EngineSettings[]): Engine[] {
  return settings.map(buildEngine)
}

function buildEngine(settings: EngineSettings): Engine {
  switch (settings.adapter) {
    case 'demo':
      return new Demo({
        id: settings.id,
        maxCharacters: settings.max_characters,
        ...(settings.label === undefined ? {} : { label: settings.label }),
        ...(settings.models === undefined ? {} : { models: settings.models }),
      })
    case 'openai-http': {
      const { base_url, models } = settings
      if (base_url === undefined || models === undefined)
        throw new Error('Checked with the settings: base_url and models')
      return new OpenAiHttp({ ...settings, base_url, models })
    }
  }
}
