import { PageLayout } from '../../ui/layout.tsx'
import { BackupSection } from './backups.tsx'
import { Findings } from './findings.tsx'
import { Installation } from './installation.tsx'
import { m } from './messages/en.ts'
import './page.css'

/** What is installed, what is missing, and whether the data is safe. */
export function Page() {
  return (
    <PageLayout title={m.title}>
      <Findings />
      <BackupSection />
      <Installation />
    </PageLayout>
  )
}
