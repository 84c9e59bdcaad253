import { join } from 'node:path'

/** Where an assistant runs, and what `hearth` tells about it. */
interface AssistantRun {
  /** The folder that it works in. */
  work: string
  /** The lines that `hearth` prints for it. */
  settings: string
}

/** A real code assistant: where it comes from, and how a person would use it without a screen. */
export interface Assistant {
  readonly command: string
  /** On the npm registry. */
  readonly package: string
  readonly version: string
  /** What stands above its settings. */
  readonly heading: string
  /** Follows the settings, and gives the lines for a shell; the question is in `$QUESTION`. */
  prepare(run: AssistantRun): Promise<string>
}

/** The assistants that the suite drives. */
export const ASSISTANTS: readonly Assistant[] = [
  {
    command: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    heading: 'opencode (opencode.json)',
    async prepare({ work, settings }) {
      await Bun.write(join(work, 'opencode.json'), settings)
      return 'opencode run "$QUESTION"'
    },
  },
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
