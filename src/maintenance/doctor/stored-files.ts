import type { Check } from '../../core/doctor/finding.ts'
import type { FileFindings } from '../../core/files/file-checks.ts'

/**
 * What is wrong with the stored files; says nothing where all is well, as a doctor beside the service
 * cannot look.
 *
 * @param read Gives undefined until the service has looked at its files
 */
export function storedFilesCheck(read: () => FileFindings | undefined): Check {
  const id = 'files'
  return {
    id,
    run: () => {
      const found = read()
      if (found === undefined) return []
      const { files, lost, strays } = found
      if (lost.length === 0 && strays.length === 0) return []
      return [
        {
          id,
          level: lost.length > 0 ? 'error' : 'warning',
          says: `Of ${files} stored files ${lost.length} have lost their bytes, and ${strays.length} files in the folder belong to none`,
          fix: 'See the log for their names; put back what is missing from a copy of DATA_DIR/files, and move away what belongs to none',
        },
      ]
    },
  }
}
