import { type Static, Type } from '@sinclair/typebox'

const Names = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 100,
  uniqueItems: true,
})

/** What a custom key may do. */
export const Profile = Type.Object(
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
  { additionalProperties: false },
)
export type Profile = Static<typeof Profile>

/** Abilities that a guard can ask for. */
export type Capability = (typeof CAPABILITIES)[number]

const CAPABILITIES = ['generate', 'media'] as const

/** The capabilities that a profile grants. */
export function capabilitiesOf(profile: Profile): Capability[] {
  return CAPABILITIES.filter((capability) => profile[capability])
}

/** Keys made from this moment on start with no abilities; older ones without a profile keep full access. */
export const PROFILES_SINCE = Date.UTC(2026, 6, 22)

export const NO_ABILITIES: Profile = {
  generate: false,
  agent_engines: [],
  agent_tasks: [],
  media: false,
  worker_profiles: [],
  image_models: [],
}
