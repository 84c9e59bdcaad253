// Asks YouTube for the title of a video, as the service does, in a process of its own.
import { clearProxyVariables } from '../../src/config/clear-proxy-variables.ts'
import { YoutubeSource } from '../../src/media/video/youtube-source.ts'

clearProxyVariables(process.env)
using source = new YoutubeSource()
const { signal } = new AbortController()
const { title } = await source.details({ url: process.argv[2] ?? '', deadlineMs: 60_000, signal })
console.log(title)
