import { CLUSTER_DRIVERS } from './cluster-kills.ts'
import { commands } from './commands.ts'
import { credentials } from './credentials.ts'
import { documents } from './documents.ts'
import type { Driver } from './driver.ts'
import { fullDisk } from './full-disk.ts'
import { idle } from './idle.ts'
import { kills } from './kills.ts'
import { links } from './links.ts'
import { recordings } from './recordings.ts'
import { servers } from './servers.ts'
import { sites } from './sites.ts'
import { soak } from './soak.ts'
import { sockets } from './sockets.ts'
import { storedAnswers } from './stored-answers.ts'
import { tools } from './tools.ts'
import { writeErrors } from './write-errors.ts'
import { writeKills } from './write-kills.ts'

/** In the order in which they run. */
export const DRIVERS: readonly Driver[] = [
  idle,
  kills,
  writeKills,
  writeErrors,
  fullDisk,
  commands,
  servers,
  tools,
  sockets,
  sites,
  documents,
  recordings,
  credentials,
  storedAnswers,
  links,
  ...CLUSTER_DRIVERS,
  soak,
]
