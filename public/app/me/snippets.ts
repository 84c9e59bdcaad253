import { m } from './messages/en.ts'

/** How an app is connected. */
export interface Snippet {
  name: string
  /** What must be there first: a key from the owner, or a machine that has signed in. */
  needs: 'key' | 'login'
  /** Where the text goes, such as a file. */
  place: string
  text: string
}

/** Without a key at hand; a person puts the own one in. */
const KEY = 'YOUR_KEY'

/**
 * Settings of apps for this service.
 *
 * @param origin Address of the service as this browser reaches it
 * @param model Such as `auto` or `local/qwen3`
 */
export function snippets(origin: string, model: string): readonly Snippet[] {
  const api = `${origin}/v1`
  const code = `${origin}/api/code/v1`
  const token = 'export HEARTH_TOKEN="$(hearth token)"'
  return [
    {
      name: 'hearth',
      needs: 'login',
      place: m.places.terminalNode,
      text: `curl -fsS ${origin}/client -o hearth && chmod +x hearth
./hearth login
./hearth chat --model ${model} 'Hello'`,
    },
    {
      name: 'curl',
      needs: 'key',
      place: m.places.terminal,
      text: `curl ${api}/chat/completions \\
  -H "Authorization: Bearer ${KEY}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`,
    },
    {
      name: 'Python',
      needs: 'key',
      place: m.places.withPackage('openai'),
      text: `from openai import OpenAI

client = OpenAI(base_url="${api}", api_key="${KEY}")
answer = client.chat.completions.create(
    model="${model}",
    messages=[{"role": "user", "content": "Hello"}],
)
print(answer.choices[0].message.content)`,
    },
    {
      name: 'JavaScript',
      needs: 'key',
      place: m.places.withPackage('openai'),
      text: `import OpenAI from 'openai'

const client = new OpenAI({ baseURL: '${api}', apiKey: '${KEY}' })
const answer = await client.chat.completions.create({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.choices[0].message.content)`,
    },
    {
      name: 'AI SDK',
      needs: 'key',
      place: m.places.withPackages('ai, @ai-sdk/openai-compatible'),
      text: `import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'

const hearth = createOpenAICompatible({ name: 'hearth', baseURL: '${api}', apiKey: '${KEY}' })
const { text } = await generateText({
  model: hearth('${model}'),
  prompt: 'Hello',
  maxRetries: 0, // A failed answer is not asked for again
})
console.log(text)`,
    },
    {
      name: 'Anthropic SDK',
      needs: 'key',
      place: m.places.withPackage('@anthropic-ai/sdk'),
      text: `import Anthropic from '@anthropic-ai/sdk'

const client = new Anthropic({ baseURL: '${origin}', apiKey: '${KEY}' })
const answer = await client.messages.create({
  model: '${model}',
  max_tokens: 1000,
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(answer.content[0].text)`,
    },
    {
      name: 'Ollama',
      needs: 'key',
      place: m.places.ollama,
      text: `import { Ollama } from 'ollama'

const headers = { authorization: 'Bearer ${KEY}' }
const ollama = new Ollama({ host: '${origin}', headers })
const { message } = await ollama.chat({
  model: '${model}',
  messages: [{ role: 'user', content: 'Hello' }],
})
console.log(message.content)`,
    },
    {
      name: m.withToolsOnly('Claude Code'),
      needs: 'key',
      place: m.places.toolsOnly,
      text: `claude mcp add --transport http hearth ${origin}/mcp \\
  --header "Authorization: Bearer ${KEY}"`,
    },
    {
      name: 'MCP',
      needs: 'key',
      place: m.places.cursor,
      text: JSON.stringify(
        {
          mcpServers: {
            hearth: { url: `${origin}/mcp`, headers: { Authorization: `Bearer ${KEY}` } },
          },
        },
        undefined,
        2,
      ),
    },
    toolsOnly('opencode', 'In opencode.json', {
      mcp: { hearth: { type: 'remote', url: `${origin}/mcp`, headers: WITH_KEY } },
    }),
    toolsOnly('Qwen Code', 'In .qwen/settings.json', {
      mcpServers: { hearth: { httpUrl: `${origin}/mcp`, headers: WITH_KEY } },
    }),
    {
      name: 'opencode',
      needs: 'login',
      place: m.places.opencode(token),
      text: JSON.stringify(
        {
          model: `hearth/${model}`,
          provider: {
            hearth: {
              npm: '@ai-sdk/openai-compatible',
              options: { baseURL: code, apiKey: '{env:HEARTH_TOKEN}' },
              models: { [model]: { tool_call: true } },
            },
          },
        },
        undefined,
        2,
      ),
    },
    {
      name: 'Claude Code',
      needs: 'login',
      place: m.places.terminal,
      text: `export ANTHROPIC_BASE_URL=${origin}/api/code
export ANTHROPIC_AUTH_TOKEN="$(hearth token)"
export ANTHROPIC_MODEL=${model} ANTHROPIC_DEFAULT_HAIKU_MODEL=${model}
claude`,
    },
    {
      name: 'Codex',
      needs: 'login',
      place: m.places.fileToken('~/.codex/config.toml'),
      text: `model = "${model}"
model_provider = "hearth"
[model_providers.hearth]
name = "Hearth"
base_url = "${code}"
env_key = "HEARTH_TOKEN"
wire_api = "responses"`,
    },
    {
      name: 'Continue',
      needs: 'login',
      place: m.places.fileToken('config.yaml'),
      text: `name: hearth
version: 1.0.0
schema: v1
models:
  - name: Hearth
    provider: openai
    model: ${model}
    apiBase: ${code}
    apiKey: \${{ secrets.HEARTH_TOKEN }}
    capabilities: [tool_use]`,
    },
    {
      name: 'Qwen Code',
      needs: 'login',
      place: m.places.terminal,
      text: `export OPENAI_BASE_URL=${code} OPENAI_MODEL=${model}
export OPENAI_API_KEY="$(hearth token)"
qwen --auth-type openai`,
    },
    {
      name: 'Cline',
      needs: 'login',
      place: m.places.terminal,
      text: `cline auth -p openai-compatible -k "$(hearth token)" -b ${code} -m ${model}
cline "Explain this folder"`,
    },
    {
      name: 'pi',
      needs: 'login',
      place: m.places.pi(token, model),
      text: JSON.stringify(
        {
          providers: {
            hearth: {
              baseUrl: code,
              api: 'openai-completions',
              apiKey: 'HEARTH_TOKEN',
              models: [{ id: model }],
            },
          },
        },
        undefined,
        2,
      ),
    },
    {
      name: 'aider',
      needs: 'login',
      place: m.places.terminal,
      text: `export OPENAI_API_BASE=${code}
export OPENAI_API_KEY="$(hearth token)"
aider --model openai/${model}`,
    },
  ]
}

const WITH_KEY = { Authorization: `Bearer ${KEY}` }

/** The tools of this server beside a model of the app's own. */
function toolsOnly(app: string, place: string, settings: object): Snippet {
  const text = JSON.stringify(settings, undefined, 2)
  return { name: m.withToolsOnly(app), needs: 'key', place, text }
}
