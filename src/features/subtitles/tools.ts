import { Type } from '@sinclair/typebox'
import type { Runs } from '../../core/tasks/runs.ts'
import { defineTool, runTask, type Tool } from '../../core/tools/tool.ts'
import { TranslateResult, type TranslateTask } from './translate-task.ts'

/** Of a text that a tool translates. @limit tool-translate characters */
export const MAX_TOOL_TRANSLATION_CHARACTERS = 100_000

/** Translates a text, whole. */
export function translateTool(runs: Runs, task: TranslateTask): Tool {
  return defineTool({
    name: 'translate',
    description:
      'Translates a text into another language by a text engine, in pieces if it is long.',
    parameters: Type.Object({
      text: Type.String({ minLength: 1, maxLength: MAX_TOOL_TRANSLATION_CHARACTERS }),
      target: Type.String({
        minLength: 2,
        maxLength: 40,
        description: 'A language code, as de or pt-BR',
      }),
      source: Type.Optional(
        Type.String({ minLength: 2, maxLength: 40, description: 'By default found out' }),
      ),
    }),
    result: TranslateResult,
    capability: 'media',
    effects: 'costs',
    task,
    label: ({ target }) => `Translate into ${target}`,
    text: ({ text = '', problems }) =>
      [
        text,
        ...problems.map(({ excerpt, reason }) => `[Not translated: "${excerpt}": ${reason}]`),
      ].join('\n'),
    run: async (values, context) => ({ result: await runTask(runs, task, values, context) }),
  })
}
