import { join } from 'node:path'
import { S3Connection } from '../../../src/storage/s3/s3-connection.ts'

/** The interpreter of Debian's packages, whatever else is in the path. */
const PYTHON = '/usr/bin/python3'
const PROGRAMS = ['proxy', 'account', 'container', 'object'].map((name) => `swift-${name}-server`)

/** What is not installed of it; undefined where all is. */
export function missingSwift(): string | undefined {
  return PROGRAMS.find((name) => Bun.which(name) === null)
}

/** A machine on which it does not run, with its words. */
export class SwiftNotStarted extends Error {}

/**
 * Debian's Swift with its S3 API, which checks signatures, as one process with a bucket in a folder.
 *
 * @throws {SwiftNotStarted}
 */
export async function startSwift(folder: string) {
  const child = Bun.spawn([PYTHON, join(import.meta.dir, 'serve.py'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { value } = await child.stdout.getReader().read()
  if (value === undefined)
    throw new SwiftNotStarted((await new Response(child.stderr).text()).trim())
  const settings = {
    ...{
      endpoint: `http://127.0.0.1:${Number(new TextDecoder().decode(value))}`,
      bucket: 'hearth',
    },
    ...{ key: 'test:tester', secret: 'testing', region: 'us-east-1', prefix: '' },
  }
  await new S3Connection(settings).send({ method: 'PUT' })
  return {
    settings,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}
