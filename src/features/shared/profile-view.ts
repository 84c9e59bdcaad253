import { type Static, Type } from '@sinclair/typebox'
import type { Profile } from '../../core/identity/profile.ts'
import { type UserExtras as Extras, NO_EXTRAS, type UserRecord } from '../../core/identity/users.ts'
import { closedObject } from '../../platform/schemas.ts'

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
const ToolNames = names('read_page')

/** What a custom key may do, in answers. */
export const ProfileBody = closedObject(
  {
    generate: Type.Boolean({ description: 'Chat and generate' }),
    agent_engines: EngineNames,
    agent_tasks: TaskNames,
    media: Type.Boolean(),
    embeddings: Type.Boolean({ description: 'Embeddings and rankings' }),
    worker_profiles: WorkerNames,
    image_models: Type.Array(Type.String(), { maxItems: 0 }),
    tools: ToolNames,
  },
  { $id: 'Profile' },
)
export type ProfileBody = Static<typeof ProfileBody>

const AllOf = (list: ReturnType<typeof names>) =>
  Type.Optional(Type.Union([list, Type.Literal(ALL)], { description: NAMES }))

/** The same in requests: any part of it. `"*"` may stand for `["*"]`. */
export const ProfileChangeBody = closedObject(
  {
    generate: Type.Optional(Type.Boolean({ description: 'Chat and generate' })),
    agent_engines: AllOf(EngineNames),
    agent_tasks: AllOf(TaskNames),
    media: Type.Optional(Type.Boolean()),
    embeddings: Type.Optional(Type.Boolean({ description: 'Embeddings and rankings' })),
    worker_profiles: AllOf(WorkerNames),
    image_models: Type.Optional(Type.Array(Type.String(), { maxItems: 0 })),
    tools: AllOf(ToolNames),
  },
  { $id: 'ProfileChange' },
)
export type ProfileChangeBody = Static<typeof ProfileChangeBody>

export function profileChangeOf(body: ProfileChangeBody): Partial<Profile> {
  const { generate, media, embeddings, image_models } = body
  const engines = listOf(body.agent_engines)
  const tasks = listOf(body.agent_tasks)
  const workers = listOf(body.worker_profiles)
  const tools = listOf(body.tools)
  return {
    ...(generate === undefined ? {} : { generate }),
    ...(engines === undefined ? {} : { agentEngines: engines }),
    ...(tasks === undefined ? {} : { agentTasks: tasks }),
    ...(media === undefined ? {} : { media }),
    ...(embeddings === undefined ? {} : { embeddings }),
    ...(workers === undefined ? {} : { workerProfiles: workers }),
    ...(image_models === undefined ? {} : { imageModels: image_models }),
    ...(tools === undefined ? {} : { tools }),
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
    embeddings: profile.embeddings,
    worker_profiles: profile.workerProfiles,
    image_models: profile.imageModels,
    tools: profile.tools,
  }
}

/** The most that storage may be granted: 1 PiB. */
const MAX_STORAGE_BYTES = 1024 ** 5

/** What an admin grants a user beside the role. */
export const UserExtras = closedObject(
  {
    worker_profiles: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 100,
      uniqueItems: true,
      description:
        'Profiles of workers that the user may run; `*` stands for all, also for those to come',
      examples: [['read_docs']],
    }),
    storage_bytes: Type.Union(
      [Type.Integer({ minimum: 0, maximum: MAX_STORAGE_BYTES }), Type.Null()],
      {
        description: 'Bytes of files that the user may keep; null for what everybody has',
      },
    ),
  },
  { $id: 'UserExtras' },
)

export type UserExtras = Static<typeof UserExtras>

export function extrasView(extras: UserRecord['extras']): UserExtras {
  const { workerProfiles, storageBytes } = extras ?? NO_EXTRAS
  return { worker_profiles: [...workerProfiles], storage_bytes: storageBytes }
}

export function extrasOf(extras: UserExtras): Extras {
  return { workerProfiles: extras.worker_profiles, storageBytes: extras.storage_bytes }
}
