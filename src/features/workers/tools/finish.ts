import { Type } from '@sinclair/typebox'
import { defineTool } from '../tool.ts'

/** Of the answer of a job. @limit worker-answer characters */
export const MAX_ANSWER_CHARACTERS = 100_000

export const finish = defineTool({
  name: 'finish',
  description: 'Ends the work with the answer for the person who gave you the task.',
  parameters: Type.Object({
    answer: Type.String({ minLength: 1, maxLength: MAX_ANSWER_CHARACTERS }),
  }),
  label: () => 'finish',
  run: async ({ answer }) => ({ text: 'Done', answer }),
})
