import { join } from 'node:path'

/** The folder of an assistant, and the settings that `hearth` prints for it. */
interface AssistantRun {
  home: string
  /** Its working folder. */
  work: string
  /** The lines that `hearth` prints for it. */
  settings: string
}

/** A real code assistant: its package, and how it runs without a screen. */
export interface Assistant {
  readonly command: string
  /** In reports, where one command is driven in several ways. */
  readonly way?: string
  /** Whether it is seen to ask no model twice when something goes wrong. */
  readonly meetsFailures?: true
  /** On the npm registry. */
  readonly package: string
  readonly version: string
  /** The heading of its settings. */
  readonly heading: string
  /** Applies the settings and returns shell lines; the question is in `$QUESTION`. */
  prepare(run: AssistantRun): Promise<string>
}

const OPENCODE_HEADING = 'opencode (opencode.json; as npm also @ai-sdk/openai or @ai-sdk/anthropic)'
const OPENCODE_PROVIDER = '@ai-sdk/openai-compatible'

/** opencode with one of the packages that its settings name. */
function opencode(provider: string): Assistant {
  return {
    command: 'opencode',
    way: provider,
    package: 'opencode-ai',
    version: '1.18.33',
    heading: OPENCODE_HEADING,
    async prepare({ work, settings }) {
      await Bun.write(join(work, 'opencode.json'), settings.replace(OPENCODE_PROVIDER, provider))
      return 'opencode run "$QUESTION"'
    },
  }
}

/** The assistants that the suite drives. */
export const ASSISTANTS: readonly Assistant[] = [
  {
    command: 'claude',
    meetsFailures: true,
    package: '@anthropic-ai/claude-code',
    version: '2.1.197',
    heading: 'Claude Code',
    prepare: ({ settings }) => Promise.resolve(`${settings} -p "$QUESTION" --allowedTools Read`),
  },
  {
    command: 'codex',
    meetsFailures: true,
    package: '@openai/codex',
    version: '0.169.0',
    heading: 'Codex (~/.codex/config.toml)',
    async prepare({ home, settings }) {
      await Bun.write(join(home, '.codex/config.toml'), settings)
      // Its own sandbox needs a program beside the home folder, which is a temporary one here.
      return 'codex exec --skip-git-repo-check -s danger-full-access "$QUESTION"'
    },
  },
  opencode(OPENCODE_PROVIDER),
  opencode('@ai-sdk/openai'),
  opencode('@ai-sdk/anthropic'),
  {
    command: 'qwen',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    heading: 'Qwen Code',
    prepare: ({ settings }) => Promise.resolve(`${settings} -y -p "$QUESTION"`),
  },
  {
    command: 'cn',
    package: '@continuedev/cli',
    version: '1.5.47',
    heading: 'Continue (config.yaml)',
    async prepare({ work, settings }) {
      await Bun.write(join(work, 'config.yaml'), settings)
      return 'cn --config config.yaml -p "$QUESTION"'
    },
  },
]
