import type { PersonalData } from '../../core/personal-data.ts'
import type { Core } from '../../create-core.ts'
import { DataExports, EXPORT_LANE, EXPORT_LANE_WIDTH, exportTask } from './data-export.ts'
import { dataExportRoutes } from './routes.ts'

/** All that a person has as one archive, for that person. */
export function createDataExport(
  core: Core,
  { personalData }: { personalData: () => readonly PersonalData[] },
) {
  const { jobs, jobList, storage, audit, log, now } = core
  const task = exportTask((context) => dataExports.make(context))
  const dataExports = new DataExports({
    storage: storage.exports,
    jobs,
    jobList,
    task: () => task,
    personalData,
    audit,
    log,
    now,
  })
  return {
    name: 'data export',
    tasks: [task],
    lanes: { [EXPORT_LANE]: EXPORT_LANE_WIDTH },
    sweeps: [dataExports],
    ownedData: [dataExports],
    routes: () => [dataExportRoutes({ ...core, dataExports })],
    dataExports,
  }
}
