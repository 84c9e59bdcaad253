/** One login of a command-line tool. */
export interface AccountSettings {
  id: string
  /** The tool's own folder for this login. */
  dir: string
  extra_args: string[]
  env: Record<string, string>
}

/** A pattern of the owner's for error texts that no built-in pattern matches. */
interface PatternSettings {
  /** An RE2 expression. */
  pattern: string
  verdict: 'quota' | 'signed_out' | 'transient' | 'request'
}

/** The configuration of one engine. Bounds and defaults are in the settings schema. */
export interface EngineSettings {
  id: string
  label?: string
  adapter: 'claude' | 'codex' | 'gemini' | 'agy' | 'openai-http' | 'gguf' | 'demo'
  models?: string[]
  max_characters: number
  timeout_seconds: number
  parallel?: number
  base_url?: string
  api_key?: string
  command?: string
  accounts?: AccountSettings[]
  patterns?: PatternSettings[]
  context_tokens?: number
  threads?: number
  idle_seconds?: number
}
