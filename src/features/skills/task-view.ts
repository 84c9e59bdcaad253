import { type Static, Type } from '@sinclair/typebox'
import type { Skill } from './skill.ts'

const JsonSchema = Type.Object({}, { additionalProperties: true, description: 'JSON Schema' })

/** An agent task. */
export const TaskView = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    input_schema: JsonSchema,
    options_schema: JsonSchema,
    result_schema: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'JSON Schema; holds `{$option: name}` where a value comes from the options',
      },
    ),
  },
  { $id: 'Task' },
)
export type TaskView = Static<typeof TaskView>

export function taskView({ name, description, input, options, result }: Skill): TaskView {
  return {
    name,
    description,
    input_schema: input,
    options_schema: options,
    result_schema: result,
  }
}
