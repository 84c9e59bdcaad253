import type { components } from './api-types.ts'

type Profile = components['schemas']['Profile']

const ALL = '*'
const CHAT: Profile = {
  generate: true,
  agent_engines: [ALL],
  agent_tasks: [],
  media: false,
  embeddings: true,
  worker_profiles: [],
  image_models: [],
  tools: [ALL],
}

/** What a key is for, in words, and what it then may do. */
export const PRESETS = [
  {
    name: 'Chat app',
    hint: 'Chats with every model, and searches its documents by embeddings.',
    profile: CHAT,
  },
  {
    name: 'Home Assistant',
    hint: 'Chats, speaks and listens.',
    profile: { ...CHAT, media: true },
  },
  {
    name: 'Code assistant',
    hint: 'Asks every model; works without tasks and files.',
    profile: CHAT,
  },
  {
    name: 'Tools for an assistant',
    hint: 'For an MCP client that has a model of its own: it reads pages, finds your files and more.',
    profile: { ...CHAT, generate: false, agent_tasks: [ALL], media: true },
  },
  {
    name: 'Everything',
    hint: 'All that a key can do, also what is to come.',
    profile: { ...CHAT, media: true, agent_tasks: [ALL], worker_profiles: [ALL] },
  },
] as const satisfies readonly { name: string; hint: string; profile: Profile }[]

export type PresetName = (typeof PRESETS)[number]['name']

/** A choice of presets. */
export function PresetChoice({
  chosen,
  onChange,
}: {
  /** Undefined where the profile is none of them. */
  chosen: PresetName | undefined
  onChange: (preset: (typeof PRESETS)[number]) => void
}) {
  const hint = PRESETS.find(({ name }) => name === chosen)?.hint ?? 'Chosen by hand.'
  return (
    <fieldset class="plain-set field">
      <legend>What it is for</legend>
      <div class="actions">
        {PRESETS.map((preset) => (
          <label class="chip" key={preset.name}>
            <input
              type="radio"
              name="preset"
              class="hidden-text"
              checked={preset.name === chosen}
              onChange={() => onChange(preset)}
            />
            {preset.name}
          </label>
        ))}
      </div>
      <span class="hint">{hint}</span>
    </fieldset>
  )
}

/** What the app of a preset is told, to copy. */
export function appLines(preset: PresetName, key: string): string {
  const { origin } = window.location
  switch (preset) {
    case 'Chat app':
      return `Base URL: ${origin}/v1\nAPI key: ${key}\nModel: auto`
    case 'Home Assistant':
      return `Integration: Ollama\nURL: ${origin}\nAPI key: ${key}\nModel: auto`
    case 'Code assistant':
      return `export OPENAI_BASE_URL=${origin}/v1\nexport OPENAI_API_KEY=${key}\nexport OPENAI_MODEL=auto`
    case 'Tools for an assistant':
      return `URL: ${origin}/mcp\nHeader: Authorization: Bearer ${key}`
    case 'Everything':
      return `Address: ${origin}\nAPI key: ${key}`
  }
}
