import { readdirSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'

/** whisper.cpp's names of models. Those of its voice detector have the same form. */
const MODEL_FILE = /^ggml-(.+)\.bin$/
const VOICE_DETECTOR = /silero/i

/** The models of whisper-cli: files of ggml. */
export class ModelFiles {
  readonly #given: readonly string[] | undefined
  readonly #folder: string | undefined

  /**
   * @param given Paths, or names of files in the folder; by default all that are there
   * @param folder Where models are looked for; undefined where the data is in memory
   */
  constructor(given: readonly string[] | undefined, folder: string | undefined) {
    this.#given = given
    this.#folder = folder
  }

  /** Paths by name, in order: `base` is the name of `ggml-base.bin`. */
  get paths(): ReadonlyMap<string, string> {
    if (this.#given !== undefined)
      return new Map(this.#given.map((model) => [nameOf(model), this.#pathOf(model)]))
    const folder = this.#folder
    if (folder === undefined) return new Map()
    const files = filesIn(folder).filter(
      (file) => MODEL_FILE.test(file) && !VOICE_DETECTOR.test(file),
    )
    return new Map(files.toSorted().map((file) => [nameOf(file), join(folder, file)]))
  }

  #pathOf(model: string): string {
    if (isAbsolute(model) || this.#folder === undefined) return model
    return join(this.#folder, MODEL_FILE.test(model) ? model : `ggml-${model}.bin`)
  }
}

function nameOf(model: string): string {
  const file = basename(model)
  return MODEL_FILE.exec(file)?.[1] ?? file
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
