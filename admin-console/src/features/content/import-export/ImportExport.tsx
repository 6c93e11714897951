import { consolePaths } from '@flagyard/api-types/console-links'
import { saveFile } from '@flagyard/ui/save-file'
import { useState } from 'react'
import { CallButton } from '../../../crud/actions/action-table.tsx'
import { ScreenHeader } from '../../../crud/ScreenHeader.tsx'
import { useCapabilities } from '../../../lib/useCapabilities.ts'
import { Choice, ImportCard } from './ImportCard.tsx'
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
        <p className={styles.quiet}>You need the content capability for this. Ask an owner to grant it.</p>
      )}
    </>
  )
}

function ExportCard() {
  const isOwner = useCapabilities().has('owner')
  const [files, setFiles] = useState(true)
  const [secrets, setSecrets] = useState(false)
  return (
    <section className={styles.card} aria-labelledby="export">
      <h2 id="export" className={styles.title}>
        Export
      </h2>
      <p className={styles.quiet}>
        Courses, labs, exams, bundles and feedback forms as text files that you can edit and import again.
      </p>
      <div className={styles.choices}>
        <Choice label="Include videos, captions, pictures and downloads" checked={files} onChange={setFiles} />
        {isOwner && <Choice label="Include flag secrets" checked={secrets} onChange={setSecrets} />}
      </div>
      {secrets && (
        <p className={styles.message} role="note">
          The archive will contain the answer to every flag in plain text. Protect it like a password. The export is
          recorded in the audit log.
        </p>
      )}
      <div>
        <CallButton
          operation="exportContent"
          variant="outlined"
          call={async (dataProvider) => {
            const contentExport = { files, ...(secrets && { with_secrets: true as const }) }
            const answer = (await dataProvider.call('exportContent', { contentExport })) as Response
            await saveFile(answer, 'content.zip')
          }}
          successMessage="Catalogue exported"
        >
          Export catalogue
        </CallButton>
      </div>
    </section>
  )
}
