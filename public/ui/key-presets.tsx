import type { components } from './api-types.ts'
import { m } from './share/messages/en.ts'

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
  { name: 'Chat app', label: m.presets.chatApp, hint: m.hints.chatApp, profile: CHAT },
  {
    name: 'Home Assistant',
    label: m.presets.homeAssistant,
    hint: m.hints.homeAssistant,
    profile: { ...CHAT, media: true },
  },
  {
    name: 'Code assistant',
    label: m.presets.codeAssistant,
    hint: m.hints.codeAssistant,
    profile: CHAT,
  },
  {
    name: 'Tools for an assistant',
    label: m.presets.tools,
    hint: m.hints.tools,
    profile: { ...CHAT, generate: false, agent_tasks: [ALL], media: true },
  },
  {
    name: 'Everything',
    label: m.presets.everything,
    hint: m.hints.everything,
    profile: { ...CHAT, media: true, agent_tasks: [ALL], worker_profiles: [ALL] },
  },
] as const satisfies readonly { name: string; label: string; hint: string; profile: Profile }[]

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
  const hint = PRESETS.find(({ name }) => name === chosen)?.hint ?? m.byHand
  return (
    <fieldset class="plain-set field">
      <legend>{m.whatFor}</legend>
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
            {preset.label}
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
