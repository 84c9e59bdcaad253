import { join } from 'node:path'

/** The folder of an assistant, and the settings that `hearth` prints for it. */
interface AssistantRun {
  /** Its working folder. */
  work: string
  /** The lines that `hearth` prints for it. */
  settings: string
}

/** A real code assistant: its package, and how it runs without a screen. */
export interface Assistant {
  readonly command: string
  /** On the npm registry. */
  readonly package: string
  readonly version: string
  /** The heading of its settings. */
  readonly heading: string
  /** Applies the settings and returns shell lines; the question is in `$QUESTION`. */
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
