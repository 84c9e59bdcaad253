import { modelsFolder } from '../../config/own-paths.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { GGUF_KIND, LLAMA_SERVER } from '../../engines/gguf/gguf.ts'
import { HOW_TO_INSTALL } from '../../engines/gguf/llama-server.ts'
import { FOREIGN, type ModelFile, readModelFolder } from '../../engines/gguf/model-folder.ts'
import type { EngineSettings } from '../../engines/settings.ts'
import { findProgram, outputOf } from '../../platform/programs.ts'

/** Of the finding where no engine for the files is configured. */
export const MODEL_FILES_ID = 'model_files'
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
