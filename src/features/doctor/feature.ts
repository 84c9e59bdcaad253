import type { Check } from '../../core/doctor/finding.ts'
import type { Core } from '../../create-core.ts'
import type { BackupFacts } from './backups.ts'
import { ownServiceDoctor } from './own-service.ts'

interface DoctorParts {
  backups: { nightly: { state(): Promise<BackupFacts> } } | undefined
  features: { readonly checks: readonly Check[] }
}

/** Checks the installation from within the service. */
export function createDoctor(core: Core, { backups, features }: DoctorParts) {
  const { config, env, registry, accountAdmin, storage, writeCheck, now } = core
  const doctor = ownServiceDoctor({
    config,
    env,
    now,
    engines: () => registry.entries.map(({ engine }) => engine),
    accounts: () => accountAdmin.list(),
    media: () => accountAdmin.media(),
    backups: backups && (() => backups.nightly.state()),
    bucket: config.files.s3 && ((signal) => storage.bucketError(signal)),
    checks: () => features.checks,
    hasPasskeysBeside: (host) => core.passkeys.areLeftBehind(host),
    isWritable: () => writeCheck.isWritable(),
  })
  return { name: 'doctor', doctor }
}
