import { setDefaultTimeout } from 'bun:test'

// Real servers, processes and clients: the slowest waits for half a minute of silence on purpose.
setDefaultTimeout(20_000)
