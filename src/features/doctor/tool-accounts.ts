import { type Finding, finding, type Level, part } from '../../core/doctor/finding.ts'
import { runChecks } from '../../core/doctor/run-checks.ts'
import type { AccountRecord } from '../../core/engines/account-admin.ts'
import type { Account } from '../../engines/contract/account.ts'
import { EngineFailure } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import type { AccountSettings, EngineSettings } from '../../engines/settings.ts'
import type { CodedText } from '../../platform/coded-text.ts'
import { quoted, statOf } from './file-facts.ts'

/** The state of an account, without its name. */
export interface AccountStatus {
  level: Level
  status: CodedText
  /** Whether a new sign-in helps. */
  signIn?: boolean
}

/** @returns undefined where the account must be asked with its tool */
export type AccountReport = (engine: Engine, account: Account) => AccountStatus | undefined

type Tool = Exclude<EngineSettings['adapter'], 'openai-http' | 'gguf' | 'demo'>

/** How each tool is installed and signed in. `variable` names the folder of a login. */
const TOOLS: Record<Tool, { install?: string; variable: string; login: string }> = {
  claude: {
    install: 'npm install --global @anthropic-ai/claude-code',
    variable: 'CLAUDE_CONFIG_DIR',
    login: 'claude auth login',
  },
  codex: {
    install: 'npm install --global @openai/codex',
    variable: 'CODEX_HOME',
    login: 'codex login',
  },
  gemini: {
    install: 'npm install --global @google/gemini-cli',
    variable: 'GEMINI_CLI_HOME',
    login: 'gemini',
  },
  agy: { variable: 'HOME', login: 'agy' },
}

interface ToolOptions {
  env: Readonly<Record<string, string | undefined>>
  accountReport: AccountReport
}

/** Whether a tool is installed, and each of its accounts signed in. */
export async function toolFindings(
  engine: Engine,
  settings: EngineSettings,
  { env, accountReport }: ToolOptions,
  signal: AbortSignal,
): Promise<Finding[]> {
  const tool = toolOf(settings)
  if (tool === undefined) return []
  const id = `engine.${engine.id}`
  const command = settings.command ?? settings.adapter
  const path = Bun.which(command, { PATH: env['PATH'] ?? '' })
  if (path === null) {
    const facts = { command, engine: engine.id }
    const { install } = tool
    return install === undefined
      ? [finding(id, 'warning', 'tool_missing', facts)]
      : [finding(id, 'warning', 'tool_to_install', { ...facts, install })]
  }
  const findings: Finding[] = []
  // In turn, so that a small machine does not start every tool at once.
  for (const account of engine.accounts) {
    const login = settings.accounts?.find((one) => one.id === account.id)
    if (login === undefined) continue
    const accountId = `${id}.${account.id}`
    const run = async (limit: AbortSignal): Promise<Finding[]> => {
      const {
        level,
        status,
        signIn = false,
      } = accountReport(engine, account) ?? (await askTool(engine, account, login, limit))
      const facts = { account: account.id, engine: engine.id, path, status }
      if (!signIn) return [finding(accountId, level, 'account', facts)]
      const signInCommand = `${tool.variable}=${quoted(login.dir)} ${tool.login}`
      return [finding(accountId, level, 'account_sign_in', { ...facts, command: signInCommand })]
    }
    findings.push(...(await runChecks([{ id: accountId, run }], { signal })))
  }
  return findings
}

function toolOf({ adapter }: EngineSettings) {
  return adapter === 'openai-http' || adapter === 'gguf' || adapter === 'demo'
    ? undefined
    : TOOLS[adapter]
}

/** By the command alone, which speaks English. */
function asSaid(text: string): CodedText {
  return part('status_as_said', { text })
}

async function askTool(
  engine: Engine,
  account: Account,
  { dir }: AccountSettings,
  signal: AbortSignal,
): Promise<AccountStatus> {
  if ((await statOf(dir)) === undefined)
    return {
      level: 'warning',
      status: asSaid(`its folder ${dir} does not exist, so it is not signed in`),
      signIn: true,
    }
  if (engine.probeKind?.(account) === 'answer')
    return { level: 'info', status: asSaid('the tool has no check of its login that is free') }
  try {
    await engine.checkStatus(signal, account)
    return { level: 'ok', status: asSaid('signed in') }
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    const signIn = error.verdict === 'signed_out'
    return { level: 'warning', status: asSaid(`cannot answer: ${error.message}`), signIn }
  }
}

/** State of an account as the running service knows it; undefined for one that it does not know yet. */
export function statusOfAccount(record: AccountRecord | undefined): AccountStatus {
  if (record === undefined) return { level: 'info', status: part('status_new') }
  const { state, verdict = record.families[0] } = record
  if (state === 'disabled') return { level: 'info', status: part('status_disabled') }
  if (state === 'ok' || verdict === undefined) return { level: 'ok', status: part('status_ready') }
  const { until, evidence } = verdict
  const facts = { verdict: verdict.verdict, evidence }
  const status =
    typeof until === 'number'
      ? part('status_parked_until', { ...facts, untilAt: until })
      : part('status_parked', facts)
  return { level: 'warning', status, signIn: verdict.verdict === 'signed_out' }
}
