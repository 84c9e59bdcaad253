import { modelsFolder } from '../../config/load.ts'
import { type Check, type Finding, finding, part } from '../../core/doctor/finding.ts'
import { CHECK_TIMEOUT_MS } from '../../core/doctor/run-checks.ts'
import type { MediaRecord } from '../../core/engines/account-admin.ts'
import type { EngineSource } from '../../engines/contract/any-engine.ts'
import { EngineFailure } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { GGUF_KIND, LLAMA_SERVER } from '../../engines/gguf/gguf.ts'
import { FOREIGN, type ModelFile, readModelFolder } from '../../engines/gguf/model-folder.ts'
import { installedTools } from '../../engines/installed-tools.ts'
import type { EngineSettings } from '../../engines/settings.ts'
import type { CodedText } from '../../platform/coded-text.ts'
import { findProgram, outputOf } from '../../platform/programs.ts'
import { answerSignal, probeHearth } from './probe.ts'
import { type AccountReport, statusOfAccount, toolFindings } from './tool-accounts.ts'

/** Of the finding where no engine for the files is configured. */
const MODEL_FILES_ID = 'model_files'
const MAX_NAMES = 10

interface ModelFileOptions {
  settings: {
    data_dir: string
    engines: readonly EngineSettings[]
    programs: { llama_server?: string }
  }
  env: Readonly<Record<string, string | undefined>>
  /** Those of the running service, which know more of their files. */
  engines: readonly Engine[]
}

/** Whether there are model files and the program that answers with them. Starts no server. */
export function modelFiles(options: ModelFileOptions): readonly Check[] {
  const folder = modelsFolder(options.settings)
  const { engines } = options.settings
  const configured = engines.find(({ adapter }) => adapter === 'gguf')
  if (folder === undefined || (engines.length > 0 && configured === undefined)) return []
  const id = configured === undefined ? MODEL_FILES_ID : `engine.${configured.id}`
  return [
    {
      id,
      run: async () => {
        const all = await findings(id, folder, options)
        return configured === undefined ? all : all.map(required)
      },
    },
  ]
}

/** What the owner has configured is meant to work. */
function required(finding: Finding): Finding {
  return finding.level === 'info' ? { ...finding, level: 'warning' } : finding
}

async function findings(
  id: string,
  folder: string,
  { settings, env, engines }: ModelFileOptions,
): Promise<Finding[]> {
  const [foreign, files] = partition(readModelFolder(folder))
  const names = files.map(({ name }) => name)
  const command = settings.programs.llama_server ?? LLAMA_SERVER
  const program = findProgram(command, env['PATH'])
  const install = part('install_llama')
  if (program === undefined && names.length === 0)
    return [finding(id, 'info', 'gguf_none', { folder, command, install })]
  if (program === undefined) {
    const facts = { command, names: listed(names), folder, install }
    return [finding(id, 'warning', 'gguf_no_program', facts)]
  }
  const { path } = program
  if ((await outputOf([path, '--version'])) === undefined)
    return [finding(id, 'warning', 'gguf_broken', { path, folder })]
  if (names.length === 0) return [finding(id, 'info', 'gguf_no_file', { path, folder })]
  const errors = [
    ...foreign.map(({ name }) => loadError(id, name, FOREIGN)),
    ...engines
      .filter(({ kind }) => kind === GGUF_KIND)
      .flatMap((engine) => loadErrors(id, engine, files)),
  ]
  return [finding(id, 'ok', 'gguf_answers', { path, names: listed(names) }), ...errors]
}

function partition(files: readonly ModelFile[]): [ModelFile[], ModelFile[]] {
  return [files.filter((file) => file.isForeign), files.filter((file) => !file.isForeign)]
}

function loadErrors(id: string, engine: Engine, files: readonly ModelFile[]): Finding[] {
  return files.flatMap(({ name }) => {
    const reason = engine.factsOf?.(name)?.fault
    return reason === undefined ? [] : [loadError(id, name, reason)]
  })
}

function loadError(id: string, name: string, reason: string): Finding {
  return finding(id, 'warning', 'gguf_not_loaded', { name, reason })
}

function listed(all: readonly string[]): string | CodedText {
  const more = all.length - MAX_NAMES
  const names = all.slice(0, MAX_NAMES).join(', ')
  return more > 0 ? part('and_more', { names, more }) : names
}

const ID = 'engines'

/** The engines of an installation, and how their accounts may be asked. */
export interface CheckedEngines {
  /** The configured ones, else those that were found. */
  engines: readonly Engine[]
  /** By id; an engine that was found has none. */
  settings: ReadonlyMap<string, EngineSettings>
  env: Readonly<Record<string, string | undefined>>
  /** How an account of a command-line tool is. */
  accountReport: AccountReport
}

/** The engines of model servers that answer now. Hearth itself may be on the port of one. */
export async function foundEngines(
  sources: readonly EngineSource[],
  signal: AbortSignal,
): Promise<Engine[]> {
  const results = await Promise.all(sources.map((source) => source.scan(signal)))
  const engines = results.flat().map(({ engine }) => engine)
  const areHearth = await Promise.all(engines.map((engine) => isHearth(engine, signal)))
  return engines.filter((_, index) => areHearth[index] !== true)
}

async function isHearth({ baseUrl }: Engine, signal: AbortSignal): Promise<boolean> {
  if (baseUrl === undefined) return false
  const found = await probeHearth(new URL(baseUrl).origin, signal).catch(() => undefined)
  return found?.kind === 'hearth' || found?.kind === 'misdirected'
}

/** One check for each engine: whether it could answer now, without asking a model. */
export function engineChecks(checked: CheckedEngines): readonly Check[] {
  return checked.engines.filter(hasOwnCheck).map((engine) => {
    const settings = checked.settings.get(engine.id)
    const id = `engine.${engine.id}`
    if (settings?.accounts === undefined)
      return { id, run: (signal) => serverFindings(engine, signal) }
    return {
      id,
      // Its accounts are checked one after another, each within the time of a check.
      timeoutMs: CHECK_TIMEOUT_MS * (engine.accounts.length + 1),
      run: (signal) => toolFindings(engine, settings, checked, signal),
    }
  })
}

/** Asking the engine of model files would start its server: they have a check of their own. */
function hasOwnCheck({ kind }: Engine): boolean {
  return kind !== GGUF_KIND
}

/** What follows from the engines together. */
export function engineSummary(
  { engines, settings, env }: CheckedEngines,
  findings: readonly Finding[],
): Finding[] {
  if (settings.size === 0) {
    const hasFiles = findings.some(({ id, level }) => id === MODEL_FILES_ID && level === 'ok')
    return foundSummary(engines, { hasFiles, tools: installedTools(env) })
  }
  const own = findings.filter(({ id }) => id.startsWith('engine.'))
  if (own.some(({ level }) => level === 'ok' || level === 'info')) return []
  return [finding(ID, 'error', 'engines_none')]
}

/** Without configured engines. */
function foundSummary(
  engines: readonly Engine[],
  { hasFiles, tools }: { hasFiles: boolean; tools: readonly string[] },
): Finding[] {
  const servers = engines.filter(({ baseUrl }) => baseUrl !== undefined)
  const consent = finding(ID, 'info', 'engines_unused', { tools: tools.join(', ') })
  const none = finding(ID, 'warning', 'engines_demo')
  return [...(servers.length > 0 || hasFiles ? [] : [none]), ...(tools.length > 0 ? [consent] : [])]
}

async function serverFindings(engine: Engine, signal: AbortSignal): Promise<Finding[]> {
  const id = `engine.${engine.id}`
  const { baseUrl: address, label } = engine
  if (address === undefined || engine.refresh === undefined)
    return [finding(id, 'info', 'engine_built_in', { label })]
  const limit = answerSignal(signal)
  try {
    await engine.refresh(limit)
  } catch (error) {
    const failure = error instanceof EngineFailure ? error : undefined
    if (failure === undefined && !limit.aborted) throw error
    const reason = limit.aborted ? part('no_answer') : (failure?.message ?? '')
    return [finding(id, 'warning', 'engine_down', { label, address, reason })]
  }
  const missing = engine.models.filter((name) => engine.factsOf?.(name) === undefined)
  const others = engine.vectors?.vectorModels.map(({ name }) => name) ?? []
  const names = [...engine.models, ...others]
  if (names.length === 0) return [finding(id, 'warning', 'engine_no_model', { label, address })]
  if (missing.length === 0)
    return [finding(id, 'ok', 'engine_answers', { label, address, names: names.join(', ') })]
  const facts = { label, address, missing: missing.join(', '), engine: engine.id }
  return [finding(id, 'warning', 'engine_no_such_model', facts)]
}

type MediaType = MediaRecord['engine']['type']

/** Which speech and transcription engines there are, and whether they can be used. */
export function mediaEngineChecks(records: () => readonly MediaRecord[]): readonly Check[] {
  return (['speech', 'transcription'] as const).map((type) => ({
    id: type,
    run: () => {
      const found = records().filter(({ engine }) => engine.type === type)
      if (found.length === 0) return [finding(type, 'info', `${type}_none`)]
      return found.map((record) => mediaFinding(type, record))
    },
  }))
}

function mediaFinding(type: MediaType, { engine, accounts }: MediaRecord): Finding {
  const [account] = accounts
  const { level, status } = statusOfAccount(account)
  const name = `${engine.label} (${engine.kind})`
  const code = level === 'warning' ? (`${type}_parked` as const) : type
  return finding(`${type}.${engine.id}`, level, code, { name, status })
}
