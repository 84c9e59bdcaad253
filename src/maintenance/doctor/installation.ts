import type { Config } from '../../config/load.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { runChecks } from '../../core/doctor/run-checks.ts'
import { YtDlpProgram } from '../../media/video/yt-dlp-program.ts'
import { redact } from '../../platform/redact.ts'
import { bunVersion } from './bun-version.ts'
import { clock } from './clock.ts'
import { connections } from './connections.ts'
import { dataFolder } from './data-folder.ts'
import { diskRoom } from './disk-room.ts'
import { egressProxy } from './egress-proxy.ts'
import { type CheckedEngines, engineChecks, engineSummary } from './engines.ts'
import { modelFiles } from './model-files.ts'
import { programs } from './programs.ts'
import { providers } from './providers.ts'
import { publicAddresses } from './public-address.ts'
import { toolContainment } from './tool-containment.ts'
import { webPrograms } from './web-programs.ts'
import { workerProfiles } from './worker-profiles.ts'
import { workerSandbox } from './worker-sandbox.ts'

interface Installation {
  settings: Config
  engines: CheckedEngines
  /** Files with secrets beside the data folder. */
  secretFiles: readonly string[]
  /** What is checked in another way from outside of the service and from within. */
  more: readonly Check[]
  /** Gives up what has not ended. */
  signal?: AbortSignal
  now: () => number
}

/**
 * Checks everything that an installation needs. Changes nothing.
 *
 * @returns Findings without secrets
 */
export async function examineInstallation(installation: Installation): Promise<Finding[]> {
  const { settings, engines, more, now } = installation
  const onDisk = settings.data_dir !== ':memory:'
  const checks = [
    bunVersion(),
    ...more,
    ...(onDisk
      ? [
          dataFolder(settings.data_dir, installation.secretFiles),
          diskRoom(settings.data_dir),
          clock(settings.data_dir, now),
        ]
      : []),
    ...engineChecks(engines),
    ...modelFiles({ settings, env: engines.env, engines: engines.engines }),
    ...egressProxy(settings),
    ...publicAddresses(settings),
    connections(settings),
    ...programs(settings.programs, engines.env),
    ...webPrograms(
      settings.programs,
      engines.env,
      new YtDlpProgram({ programs: settings.programs, env: engines.env }),
    ),
    workerSandbox(settings, engines.env),
    toolContainment(settings, engines.env),
    ...(onDisk ? [workerProfiles(settings)] : []),
    ...providers(settings),
  ]
  const findings = await runChecks(checks, { signal: installation.signal })
  return [...findings, ...engineSummary(engines, findings)].map(({ says, fix, ...finding }) => ({
    ...finding,
    says: redact(says),
    ...(fix === undefined ? {} : { fix: redact(fix) }),
  }))
}
