/** How a command gives its transcript. */
export type CommandResult = 'srt' | 'vtt' | 'whisper-json' | 'stdout'

/** Command-line tools of openai-whisper's options. */
export type CommandPreset = 'whisper-ctranslate2' | 'openai-whisper'

/** The configuration of one recogniser. Bounds and defaults are in the settings schema. */
export interface TranscriptionEngineSettings {
  id: string
  label?: string
  adapter: 'openai-http' | 'whisper-cli' | 'command'
  models?: string[]
  timeout_seconds: number
  base_url?: string
  api_key?: string
  /** The program and its arguments. */
  command?: string[]
  preset?: CommandPreset
  result?: CommandResult
  threads?: number
}
