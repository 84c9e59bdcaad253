import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../platform/check.ts'
import { closedObject } from '../platform/schemas.ts'

/** `*` means all, also those to come. */
const Names = Type.Array(Type.String())

/** The JSON of `key_profiles.profile`. */
const ProfileJson = closedObject({
  generate: Type.Boolean(),
  agent_engines: Names,
  agent_tasks: Names,
  media: Type.Boolean(),
  /** Absent in a profile of an older version. */
  embeddings: Type.Optional(Type.Boolean()),
  worker_profiles: Names,
  image_models: Names,
  /** Absent in a profile of an earlier version: all. */
  tools: Type.Optional(Names),
})
export type ProfileJson = Static<typeof ProfileJson>

/** What a custom key may do. Each list may have `*`, which means all, also those to come. */
export interface ProfileRow {
  generate: boolean
  agentEngines: string[]
  agentTasks: string[]
  media: boolean
  embeddings: boolean
  workerProfiles: string[]
  imageModels: string[]
  tools: string[]
}

export function profileToJson(profile: ProfileRow): ProfileJson {
  return {
    generate: profile.generate,
    agent_engines: profile.agentEngines,
    agent_tasks: profile.agentTasks,
    media: profile.media,
    embeddings: profile.embeddings,
    worker_profiles: profile.workerProfiles,
    image_models: profile.imageModels,
    tools: profile.tools,
  }
}

/** @returns undefined when the JSON is not a profile of this version */
export function profileFromJson(json: unknown): ProfileRow | undefined {
  if (!matches(ProfileJson, json)) return undefined
  return {
    generate: json.generate,
    agentEngines: json.agent_engines,
    agentTasks: json.agent_tasks,
    media: json.media,
    embeddings: json.embeddings ?? false,
    workerProfiles: json.worker_profiles,
    imageModels: json.image_models,
    tools: json.tools ?? ['*'],
  }
}
