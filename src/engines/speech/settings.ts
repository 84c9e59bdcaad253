/** The configuration of one speech engine. Bounds and defaults are in the settings schema. */
export interface SpeechEngineSettings {
  id: string
  label?: string
  adapter: 'embedded' | 'openai-http' | 'command'
  models?: string[]
  /** By default all that the server or the tool lists. */
  voices?: string[]
  /** What its voices speak, where they do not say it themselves. */
  languages?: string[]
  /** By default 180 for the embedded voice, and 300 for the others. */
  timeout_seconds?: number
  base_url?: string
  api_key?: string
  /** The program and its arguments, with placeholders. */
  command?: string[]
}
