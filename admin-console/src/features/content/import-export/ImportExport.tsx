import { consolePaths } from '@flagyard/api-types/links'
import { ScreenHeader } from '../../../crud/RecordPage.tsx'
import { useCapabilities } from '../../../lib/useCapabilities.ts'
import { ExportCard } from './ExportCard.tsx'
import { ImportCard } from './ImportCard.tsx'
import styles from './import-export.module.css'

export default function ImportExport() {
  const mayWrite = useCapabilities().has('content')
  return (
    <>
      <ScreenHeader
        title="Import and export"
        about="The whole catalogue as a folder of files, in a ZIP archive"
        back={{ to: consolePaths.listCoursesForAdmin, label: 'Courses' }}
      />
      {mayWrite ? (
        <div className={styles.cards}>
          <ExportCard />
          <ImportCard />
        </div>
      ) : (
        <p className={styles.quiet}>This needs the capability content. An owner can give it to you.</p>
      )}
    </>
  )
}
