import type { Core } from '../../create-core.ts'
import type { FileChecks } from '../files/file-checks.ts'
import type { WorkerNodes } from '../worker-nodes/worker-nodes.ts'
import type { BackupFacts } from './backups.ts'
import { ownServiceDoctor } from './own-service.ts'

interface DoctorParts {
  backups: { nightly: { state(): Promise<BackupFacts> } } | undefined
  fileChecks: FileChecks
  workerNodes: WorkerNodes
}

/** Checks the installation from within the service. */
export function createDoctor(core: Core, { backups, fileChecks, workerNodes }: DoctorParts) {
  const { config, env, registry, accountAdmin, storage, writeCheck, now } = core
  const doctor = ownServiceDoctor({
    config,
    env,
    now,
    engines: () => registry.entries.map(({ engine }) => engine),
    accounts: () => accountAdmin.list(),
    media: () => accountAdmin.media(),
    backups: backups && (() => backups.nightly.state()),
    files: () => fileChecks.findings,
    bucket: config.files.s3 && ((signal) => storage.bucketProblem(signal)),
    workerNodes: workerNodes.isShared ? () => workerNodes.list() : undefined,
    hasPasskeysBeside: (host) => core.passkeys.areLeftBehind(host),
    isWritable: () => writeCheck.isWritable(),
  })
  return { name: 'doctor', doctor }
}
