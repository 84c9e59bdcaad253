import { type Static, Type } from '@sinclair/typebox'
import { AgentResult } from '../../core/skills/agent.ts'
import { AgentInput } from '../../core/skills/task.ts'
import type { BodyExamples } from '../kit/openapi.ts'

/** Raw JSON, refused while it arrives. See Limits. */
export const MAX_AGENT_BYTES = 256 * 1024

export const AgentBody = Type.Composite([
  AgentInput,
  Type.Object({ async: Type.Optional(Type.Boolean()) }),
])
export type AgentBody = Static<typeof AgentBody>

export const AgentAnswer = Type.Object(
  {
    status: Type.Literal('succeeded'),
    ...AgentResult.properties,
    task: Type.String({ examples: ['summarize'] }),
    text: Type.String({
      description: 'What the model has written, as it is',
      examples: ['A parcel did not arrive, and two letters stayed unanswered.'],
    }),
    engine: Type.String({ examples: ['local'] }),
    model: Type.String({ examples: ['qwen3'] }),
    result: Type.Unknown({
      description: 'Text or JSON, as the `result_schema` of the task says',
      examples: ['A parcel did not arrive, and two letters stayed unanswered.'],
    }),
  },
  { $id: 'AgentAnswer' },
)

export const AGENT_EXAMPLES: BodyExamples = {
  summarize: {
    summary: 'A summary',
    value: {
      task: 'summarize',
      input: 'The parcel never came. I wrote twice and nobody answered.',
    },
  },
  translate: {
    summary: 'A translation, with an option',
    value: {
      task: 'translate',
      input: 'The parcel never came',
      options: { target: 'German' },
    },
  },
}

/** Converts a body into the task's input. Unknown fields are dropped. */
export function readAgentBody({ task, input, options, engine, async }: AgentBody): {
  input: AgentInput
  async: boolean
} {
  return {
    input: {
      task,
      input,
      ...(options === undefined ? {} : { options }),
      ...(engine === undefined ? {} : { engine }),
    },
    async: async === true,
  }
}
