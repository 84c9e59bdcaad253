import { bundleInChild } from '../../src/bundle.ts'
import { cachedBuild } from '../../src/features/web-app/cached-build.ts'
import { LANGUAGES } from '../../src/platform/languages.ts'

/**
 * Builds what the first start of a service builds for the next ones: with it, a start takes a third of the
 * time. The services of tests are killed before they have built it, each after a second of a processor.
 */
export async function buildStarts(): Promise<void> {
  await Promise.all([bundleInChild(), cachedBuild(LANGUAGES[0])])
}
