// The process that bundles the web app, because the bundler keeps 85 MB once it has run.
// usage: build-child.ts LANGUAGE, which writes a BuildMessage to stdout
import { serialize } from 'node:v8'
import { LANGUAGES } from '../../platform/languages.ts'
import { buildWebApp } from './build.ts'
import type { BuildMessage } from './cached-build.ts'

// The end of the service closes the pipe.
process.stdin.on('end', () => process.exit(1))
process.stdin.resume()
await Bun.write(Bun.stdout, serialize(await message()))
process.exit(0)

async function message(): Promise<BuildMessage> {
  try {
    const language = LANGUAGES.find((one) => one === process.argv[2])
    const { assets, ...build } = await buildWebApp(language)
    return { ...build, assets: [...assets] }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
