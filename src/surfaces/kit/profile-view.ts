import { type Static, Type } from '@sinclair/typebox'
import type { Profile } from '../../core/identity/profile.ts'

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 100,
  uniqueItems: true,
})

/** What a custom key may do, in request bodies and in answers. */
export const ProfileBody = Type.Object(
  {
    generate: Type.Boolean(),
    agent_engines: Names,
    agent_tasks: Names,
    media: Type.Boolean(),
    worker_profiles: Type.Array(Type.Union([Type.Literal('research'), Type.Literal('read_docs')]), {
      uniqueItems: true,
    }),
    image_models: Type.Array(Type.String(), { maxItems: 0 }),
  },
  { additionalProperties: false, $id: 'Profile' },
)
export type ProfileBody = Static<typeof ProfileBody>

export function profileOf(body: ProfileBody): Profile {
  return {
    generate: body.generate,
    agentEngines: body.agent_engines,
    agentTasks: body.agent_tasks,
    media: body.media,
    workerProfiles: body.worker_profiles,
    imageModels: body.image_models,
  }
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
