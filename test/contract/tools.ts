import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AccountSettings } from '../../src/engines/settings.ts'
import type { VendorProtocol } from '../support/contract-upstream.ts'
import { anthropic } from './anthropic.ts'
import { generateContent } from './generate-content.ts'
import { responses } from './responses.ts'

/** How a login's requests are paid, where that changes the tool's output. */
export type Plan = 'key' | 'subscription'

/** A real command-line tool: its package, and how it is directed to a scripted upstream. */
export interface RealTool {
  readonly adapter: 'claude' | 'codex' | 'gemini'
  /** On the npm registry. */
  readonly package: string
  /** The version of the recordings. */
  readonly version: string
  /** Its models, and the tools that each is offered: none that reads, runs, searches or edits. */
  readonly offered: Readonly<Record<string, readonly string[]>>
  readonly tongue: VendorProtocol
  /** Whether its answer is streamed; otherwise it comes as a whole. */
  readonly live: boolean
  /** Makes a login in an empty folder that uses the upstream only. */
  login(url: string, dir: string, plan: Plan): Promise<AccountSettings>
}

const ACCOUNT = 'one'
/** Not a real secret: the upstream accepts any key. */
const FALSE_KEY = 'contract-test'

/** The tools that the suite drives. */
export const REAL_TOOLS: readonly RealTool[] = [
  {
    adapter: 'claude',
    package: '@anthropic-ai/claude-code',
    version: '2.1.197',
    offered: { 'claude-opus-4-8': [] },
    tongue: anthropic,
    live: true,
    async login(url, dir, plan) {
      const credential = plan === 'key' ? 'ANTHROPIC_API_KEY' : 'CLAUDE_CODE_OAUTH_TOKEN'
      const env = { ANTHROPIC_BASE_URL: url, [credential]: FALSE_KEY }
      return { id: ACCOUNT, dir, extra_args: [], env }
    },
  },
  {
    adapter: 'codex',
    package: '@openai/codex',
    version: '0.169.0',
    offered: {
      // These cannot be disabled. Their use is refused: see the case of the tool call.
      'gpt-5.5': ['apply_patch'],
      'gpt-6.1-sol': ['functions/exec', 'functions/wait'],
    },
    tongue: responses,
    live: false,
    async login(url, dir) {
      // The adapter ignores the user's config.toml, so its settings come as arguments.
      const provider = `{ name = "contract", base_url = "${url}/v1", wire_api = "responses", env_key = "CONTRACT_KEY" }`
      return {
        id: ACCOUNT,
        dir,
        extra_args: [
          ...['-c', 'model_provider="contract"'],
          ...['-c', `model_providers.contract=${provider}`],
        ],
        env: { CONTRACT_KEY: FALSE_KEY },
      }
    },
  },
  {
    adapter: 'gemini',
    package: '@google/gemini-cli',
    version: '0.61.0',
    offered: { 'gemini-2.5-pro': [] },
    tongue: generateContent,
    live: true,
    async login(url, dir) {
      await mkdir(join(dir, '.gemini'))
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } }
      await Bun.write(join(dir, '.gemini/settings.json'), JSON.stringify(settings))
      const env = { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: FALSE_KEY }
      return { id: ACCOUNT, dir, extra_args: [], env }
    },
  },
]
