import { type Static, Type } from '@sinclair/typebox'
import type { Profile } from '../../core/identity/profile.ts'

const ALL = '*'
const NAMES = '`*` stands for all, also for those to come'

const names = (example: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 100,
    uniqueItems: true,
    description: NAMES,
    examples: [[example]],
  })
const EngineNames = names(ALL)
const TaskNames = names('summarize')
const WorkerNames = names('read_docs')

/** What a custom key may do, in answers. */
export const ProfileBody = Type.Object(
  {
    generate: Type.Boolean({ description: 'Chat and generate' }),
    agent_engines: EngineNames,
    agent_tasks: TaskNames,
    media: Type.Boolean(),
    worker_profiles: WorkerNames,
    image_models: Type.Array(Type.String(), { maxItems: 0 }),
  },
  { additionalProperties: false, $id: 'Profile' },
)
export type ProfileBody = Static<typeof ProfileBody>

const AllOf = (list: ReturnType<typeof names>) =>
  Type.Optional(Type.Union([list, Type.Literal(ALL)], { description: NAMES }))

/** The same in requests: any part of it. `"*"` may stand for `["*"]`. */
export const ProfileChangeBody = Type.Object(
  {
    generate: Type.Optional(Type.Boolean({ description: 'Chat and generate' })),
    agent_engines: AllOf(EngineNames),
    agent_tasks: AllOf(TaskNames),
    media: Type.Optional(Type.Boolean()),
    worker_profiles: AllOf(WorkerNames),
    image_models: Type.Optional(Type.Array(Type.String(), { maxItems: 0 })),
  },
  { additionalProperties: false, $id: 'ProfileChange' },
)
export type ProfileChangeBody = Static<typeof ProfileChangeBody>

export function profileChangeOf(body: ProfileChangeBody): Partial<Profile> {
  const { generate, media, image_models } = body
  const engines = listOf(body.agent_engines)
  const tasks = listOf(body.agent_tasks)
  const workers = listOf(body.worker_profiles)
  return {
    ...(generate === undefined ? {} : { generate }),
    ...(engines === undefined ? {} : { agentEngines: engines }),
    ...(tasks === undefined ? {} : { agentTasks: tasks }),
    ...(media === undefined ? {} : { media }),
    ...(workers === undefined ? {} : { workerProfiles: workers }),
    ...(image_models === undefined ? {} : { imageModels: image_models }),
  }
}

function listOf(names: string[] | typeof ALL | undefined) {
  return names === ALL ? [names] : names
}

export function profileView(profile: Profile): ProfileBody {
  return {
    generate: profile.generate,
    agent_engines: profile.agentEngines,
    agent_tasks: profile.agentTasks,
    media: profile.media,
    worker_profiles: profile.workerProfiles,
    image_models: profile.imageModels,
  }
}
