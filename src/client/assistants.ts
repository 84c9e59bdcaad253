/**
 * Settings of code assistants for a service. The credential comes from a command or a variable, so
 * that it is not pasted into a file or a chat.
 */
export function assistantSettings(url: string): string {
  const base = `${url}/api/code/v1`
  return `Code assistants speak OpenAI's Responses or chat completions, or Anthropic's Messages with
Hearth; the model is \`auto\` or one of \`hearth models\`. In the shell that starts them, first:

  export HEARTH_TOKEN="$(hearth token)"

Any OpenAI-compatible client
  export OPENAI_BASE_URL=${base} OPENAI_API_KEY="$HEARTH_TOKEN"

Claude Code
  export ANTHROPIC_BASE_URL=${url}/api/code ANTHROPIC_AUTH_TOKEN="$HEARTH_TOKEN"
  export ANTHROPIC_MODEL=auto ANTHROPIC_DEFAULT_HAIKU_MODEL=auto
  export CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1
  claude

Codex (~/.codex/config.toml)
  model = "auto"
  model_provider = "hearth"
  [model_providers.hearth]
  name = "Hearth"
  base_url = "${base}"
  env_key = "HEARTH_TOKEN"
  wire_api = "responses"

opencode (opencode.json; as npm also @ai-sdk/openai or @ai-sdk/anthropic)
  {
    "model": "hearth/auto",
    "provider": {
      "hearth": {
        "npm": "@ai-sdk/openai-compatible",
        "options": { "baseURL": "${base}", "apiKey": "{env:HEARTH_TOKEN}" },
        "models": { "auto": { "tool_call": true } }
      }
    }
  }

Qwen Code
  export OPENAI_BASE_URL=${base} OPENAI_API_KEY="$HEARTH_TOKEN" OPENAI_MODEL=auto
  qwen --auth-type openai

aider
  export OPENAI_API_BASE=${base} OPENAI_API_KEY="$HEARTH_TOKEN"
  aider --model openai/auto

Continue (config.yaml)
  name: hearth
  version: 1.0.0
  schema: v1
  models:
    - name: Hearth
      provider: openai
      model: auto
      apiBase: ${base}
      apiKey: \${{ secrets.HEARTH_TOKEN }}
      capabilities: [tool_use]

Cline
  API provider "OpenAI Compatible", base URL ${base}, model auto,
  API key: what \`hearth token\` prints

Apps for Ollama, such as Home Assistant's integration or Open WebUI
  URL ${url}, model auto, API key: one that an admin makes on the page Keys.
  Apps keep it, so it is made for each; \`hearth token\` opens code assistants' paths alone
`
}
