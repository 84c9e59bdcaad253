import type { Driver } from './driver.ts'
import { runHostile } from './hostile.ts'
import { FILE_LIMIT, SOCKET_CASES } from './socket-cases.ts'

/** Clients that do all that a client can do wrong with its connection. */
export const sockets: Driver = {
  name: 'sockets',
  run: (context) => {
    const limit = `--nofile=${FILE_LIMIT}:${FILE_LIMIT}`
    const prefix = Bun.which('prlimit') === null ? [] : ['prlimit', limit]
    return runHostile({ context, service: { prefix }, cases: SOCKET_CASES })
  },
}
