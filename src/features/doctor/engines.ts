import { modelsFolder } from '../../config/load.ts'
import type { Check, Finding, Level } from '../../core/doctor/finding.ts'
import { CHECK_TIMEOUT_MS } from '../../core/doctor/run-checks.ts'
import type { MediaRecord } from '../../core/engines/account-admin.ts'
import type { EngineSource } from '../../engines/contract/any-engine.ts'
import { EngineFailure } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { GGUF_KIND, LLAMA_SERVER } from '../../engines/gguf/gguf.ts'
import { HOW_TO_INSTALL } from '../../engines/gguf/llama-server.ts'
import { FOREIGN, type ModelFile, readModelFolder } from '../../engines/gguf/model-folder.ts'
import { installedTools } from '../../engines/installed-tools.ts'
import type { EngineSettings } from '../../engines/settings.ts'
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
  const put = `Put a GGUF file into ${folder}`
  if (program === undefined && names.length === 0)
    return [
      {
        id,
        level: 'info',
        says: `No GGUF file is in ${folder}, and ${command} is not installed: with both, Hearth answers by itself`,
        fix: `${put}, and install llama.cpp: ${HOW_TO_INSTALL}`,
      },
    ]
  if (program === undefined)
    return [
      {
        id,
        level: 'warning',
        says: `${command} is not installed, so nothing answers with ${listed(names)} of ${folder}`,
        fix: HOW_TO_INSTALL,
      },
    ]
  if ((await outputOf([program.path, '--version'])) === undefined)
    return [
      {
        id,
        level: 'warning',
        says: `${program.path} does not run, so nothing answers with the GGUF files of ${folder}`,
        fix: `Try it: ${program.path} --version`,
      },
    ]
  if (names.length === 0)
    return [
      {
        id,
        level: 'info',
        says: `${program.path} is there, but no GGUF file in ${folder}`,
        fix: put,
      },
    ]
  const errors = [
    ...foreign.map(({ name }) => loadError(id, name, FOREIGN)),
    ...engines
      .filter(({ kind }) => kind === GGUF_KIND)
      .flatMap((engine) => loadErrors(id, engine, files)),
  ]
  return [{ id, level: 'ok', says: `${program.path} answers with ${listed(names)}` }, ...errors]
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
  const says = `The model file ${name} cannot be loaded: ${reason}`
  const fix = 'Download it again; it is tried again as soon as it changes'
  return { id, level: 'warning', says, fix }
}

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
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
  const says = 'No engine can answer: every chat, generate and agent request gets 503'
  return [{ id: ID, level: 'error', says, fix: 'Put right one of the engines above' }]
}

/** Without configured engines. */
function foundSummary(
  engines: readonly Engine[],
  { hasFiles, tools }: { hasFiles: boolean; tools: readonly string[] },
): Finding[] {
  const servers = engines.filter(({ baseUrl }) => baseUrl !== undefined)
  const consent: Finding = {
    id: ID,
    level: 'info',
    says: `Installed here and not used, because a login is only used with your consent: ${tools.join(', ')}`,
    fix: 'Add [[engines]] with their accounts to hearth.toml to use them',
  }
  const none: Finding = {
    id: ID,
    level: 'warning',
    says: 'No engine is configured and no model server answers on this machine, so only the demonstration answers',
    fix: 'Start a model server (llama-server, ollama serve, …), put a GGUF file into the folder models of DATA_DIR, or add [[engines]] to hearth.toml',
  }
  return [...(servers.length > 0 || hasFiles ? [] : [none]), ...(tools.length > 0 ? [consent] : [])]
}

async function serverFindings(engine: Engine, signal: AbortSignal): Promise<Finding[]> {
  const id = `engine.${engine.id}`
  const address = engine.baseUrl
  if (address === undefined || engine.refresh === undefined)
    return [{ id, level: 'info', says: `${engine.label} is built in and always answers` }]
  const limit = answerSignal(signal)
  try {
    await engine.refresh(limit)
  } catch (error) {
    const failure = error instanceof EngineFailure ? error : undefined
    if (failure === undefined && !limit.aborted) throw error
    const reason = limit.aborted ? 'no answer in time' : failure?.message
    const says = `${engine.label} at ${address} does not answer as it should (${reason}): requests go to the other engines, and fail where there is none`
    const fix = `Start its server; this shows whether it answers: curl ${address}/models`
    return [{ id, level: 'warning', says, fix }]
  }
  const missing = engine.models.filter((name) => engine.factsOf?.(name) === undefined)
  const answers = `${engine.label} answers at ${address}`
  const others = engine.vectors?.vectorModels.map(({ name }) => name) ?? []
  const names = [...engine.models, ...others]
  if (names.length === 0)
    return [{ id, level: 'warning', says: `${answers}, but has no model`, fix: 'Load one into it' }]
  if (missing.length === 0)
    return [{ id, level: 'ok', says: `${answers} with ${names.join(', ')}` }]
  const says = `${answers}, but does not list ${missing.join(', ')}: requests for it may fail`
  return [{ id, level: 'warning', says, fix: `Load it, or correct models of ${engine.id}` }]
}

type MediaType = MediaRecord['engine']['type']

/** What each kind is for, and how one is added. */
const MEDIA_TYPES: Readonly<Record<MediaType, { does: string; without: string; add: string }>> = {
  speech: {
    does: 'Speaks',
    without: 'No speech engine is there: texts cannot be spoken',
    add: 'Switch the embedded voice on again, install espeak-ng (apt install espeak-ng, brew install espeak-ng), or name a speech server in [[speech_engines]] of hearth.toml',
  },
  transcription: {
    does: 'Transcribes',
    without: 'No transcription engine is there: recordings cannot be transcribed',
    add: 'Start a whisper server (of whisper.cpp, speaches or LocalAI), install whisper-cli with a model, or name one in [[transcription_engines]] of hearth.toml',
  },
}

/** Which speech and transcription engines there are, and whether they can be used. */
export function mediaEngineChecks(records: () => readonly MediaRecord[]): readonly Check[] {
  return (['speech', 'transcription'] as const).map((type) => ({
    id: type,
    run: () => {
      const found = records().filter(({ engine }) => engine.type === type)
      const { without, add } = MEDIA_TYPES[type]
      if (found.length === 0) return [{ id: type, level: 'info' as const, says: without, fix: add }]
      return found.map((record) => mediaFinding(type, record))
    },
  }))
}

function mediaFinding(type: MediaType, { engine, accounts }: MediaRecord): Finding {
  const [account] = accounts
  const { level, says }: { level: Level; says: string } =
    account === undefined ? { level: 'info', says: 'it is new' } : statusOfAccount(account)
  const name = `${engine.label} (${engine.kind})`
  return {
    id: `${type}.${engine.id}`,
    level,
    says: `${MEDIA_TYPES[type].does} with ${name}: ${says}`,
    ...(level === 'warning' ? { fix: `See its state on the page Engines of /admin` } : {}),
  }
}
