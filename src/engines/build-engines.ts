import type { ToolContainment } from '../platform/containment/tool-containment.ts'
import { AccountLocks, CliEngine } from './cli/cli-engine.ts'
import type { Engine } from './contract/text.ts'
import { Demo } from './demo/demo.ts'
import { Gguf, type GgufOptions } from './gguf/gguf.ts'
import { DIALECTS } from './installed-tools.ts'
import { OpenAiHttp } from './openai-http/openai-http.ts'
import type { EngineSettings } from './settings.ts'

/** Options that all engines share. */
interface SharedOptions {
  /**
   * Hearth's own environment. A command-line tool sees only the variables of an allow-list, among
   * them PATH.
   */
  environment: Readonly<Record<string, string | undefined>>
  locks: AccountLocks
  containment: ToolContainment | undefined
  files: ModelFileOptions
}

/** Where model files are, and what answers with them. */
type ModelFileOptions = Pick<GgufOptions, 'folder' | 'program' | 'log'>

/** Makes the configured engines in their order. The settings have been checked. */
export function buildEngines(
  settings: readonly EngineSettings[],
  environment: SharedOptions['environment'] = {},
  files: ModelFileOptions = { folder: undefined },
  containment?: ToolContainment,
): Engine[] {
  const shared = { environment, files, containment, locks: new AccountLocks() }
  return settings.map((engineSettings) => buildEngine(engineSettings, shared))
}

function buildEngine(settings: EngineSettings, shared: SharedOptions): Engine {
  switch (settings.adapter) {
    case 'demo':
      return new Demo({
        id: settings.id,
        maxCharacters: settings.max_characters,
        parallel: settings.parallel,
        ...(settings.label === undefined ? {} : { label: settings.label }),
        ...(settings.models === undefined ? {} : { models: settings.models }),
      })
    case 'openai-http': {
      const { base_url } = settings
      if (base_url === undefined) throw new Error('Checked with the settings: base_url')
      return new OpenAiHttp({ ...settings, base_url })
    }
    case 'gguf':
      return new Gguf({ settings, environment: shared.environment, ...shared.files })
    case 'claude':
    case 'codex':
    case 'gemini':
    case 'agy': {
      const { accounts, models } = settings
      if (accounts === undefined || models === undefined)
        throw new Error('Checked with the settings: accounts and models')
      return new CliEngine({
        ...shared,
        settings: { ...settings, accounts, models },
        dialect: DIALECTS[settings.adapter],
      })
    }
  }
}
