import type { Static } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.ts'
import { timeView } from '../shared/fields.ts'
import type { AssistantRow } from './assistant-store.ts'
import { ASSISTANT_PREFIX, type AssistantValues } from './assistants.ts'
import { EVERYONE, mayChange } from './ownership.ts'
import type { Assistant, AssistantBody } from './schema.ts'

export function assistantView(row: AssistantRow, caller: Caller): Static<typeof Assistant> {
  const { id, name, slug, picture, instructions, model, parameters, tools } = row
  return {
    id,
    name,
    slug,
    model_name: ASSISTANT_PREFIX + slug,
    picture,
    instructions,
    model,
    parameters,
    tools: [...tools],
    shared: row.owner === EVERYONE,
    can_change: mayChange(caller, row.owner),
    created_at: timeView(row.createdAt),
    updated_at: timeView(row.updatedAt),
  }
}

export function assistantValues({
  name,
  slug,
  picture = null,
  instructions,
  model = null,
  parameters = {},
  tools = [],
}: AssistantBody): AssistantValues {
  return { name: name.trim(), slug, picture, instructions, model, parameters, tools }
}
