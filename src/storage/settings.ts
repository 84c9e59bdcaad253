import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../platform/schemas.ts'
import { type Issue, issue, type Part } from '../platform/settings.ts'
import { isHttpUrl } from '../platform/urls.ts'

const VISIBLE_ASCII = '^[!-~]+$'

/** A bucket of a server of S3. */
const BucketSettings = closedObject({
  /** Of the server, without the bucket. */
  endpoint: Type.String({ minLength: 1 }),
  bucket: Type.String({
    pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
    'x-expected': 'the name of a bucket: 3 to 63 lower-case letters, digits, . or -',
  }),
  /** Access key id. */
  key: Type.String({
    pattern: '^[!-+.-~-]+$',
    'x-expected': 'the id of an access key, without spaces and commas',
  }),
  /** Secret access key. */
  secret: Type.String({
    pattern: VISIBLE_ASCII,
    'x-expected': 'letters, digits and signs without spaces',
  }),
  region: Type.String({
    pattern: '^[A-Za-z0-9-]{1,64}$',
    'x-expected': 'a region such as "eu-central-1"',
    default: 'us-east-1',
  }),
  /** Before every key. */
  prefix: Type.String({
    pattern: '^(?:[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}/){0,4}$',
    'x-expected': 'names that each end with a slash, such as "hearth/"',
    default: '',
  }),
})

/** Where stored files, attachments and clips are kept; without a bucket, in the data folder. */
export const FileSettings = closedObject({ s3: Type.Optional(BucketSettings) }, { default: {} })
export type FileSettings = Static<typeof FileSettings>

/** The settings of the bucket by their names in the environment, as `FILES_S3_SECRET`. */
const VARIABLES: ReadonlyMap<string, string> = new Map(
  Object.keys(BucketSettings.properties).map((name) => [`FILES_S3_${name.toUpperCase()}`, name]),
)

/**
 * The table of files with what the environment gives of its bucket.
 *
 * @param files Of the settings file; of any kind
 * @returns The table, and names of the environment by the paths of what they have given
 */
export function withBucketVariables(
  files: unknown,
  env: Readonly<Record<string, string | undefined>>,
): { files: unknown; variables: ReadonlyMap<string, string> } {
  const given = [...VARIABLES].filter(([variable]) => env[variable])
  if (given.length === 0) return { files, variables: new Map() }
  const bucket: unknown = Reflect.get(Object(files), 's3')
  const own = Object.fromEntries(given.map(([variable, name]) => [name, env[variable]]))
  return {
    files: { ...Object(files), s3: { ...Object(bucket), ...own } },
    variables: new Map(given.map(([variable, name]) => [`files.s3.${name}`, variable])),
  }
}

/** The issue of an endpoint that is no address of a server. */
export function fileIssues({ s3 }: Part<FileSettings>): Issue[] {
  const endpoint = s3?.endpoint
  if (endpoint === undefined || isEndpoint(endpoint)) return []
  const message =
    'expected the address of a server such as https://s3.example.com, without bucket, user and password'
  return [issue(['files', 's3', 'endpoint'], message)]
}

function isEndpoint(text: string): boolean {
  if (!isHttpUrl(text)) return false
  const { search, hash } = new URL(text)
  return search === '' && hash === ''
}
