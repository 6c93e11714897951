import type { ImportReport } from '@flagyard/api-types'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useEffect, useState } from 'react'
import { useCall } from '../../crud/calls.tsx'
import { ActionDialog, Dialog, DialogBody } from '../../crud/Dialog.tsx'
import { countOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from './FirstSteps.module.css'

const TITLE = 'Import the sample'

/** Preview of the sample import, followed by the confirmation. */
export function SampleDialog({ onClose }: { onClose: () => void }) {
  const [report, setReport] = useState<ImportReport>()
  // Runs once: the sample can only be imported into an empty catalogue, so the refetch after the import would fail.
  const preview = useCall('importSample', { sampleImport: { dry_run: true } }, { staleTime: 0, enabled: !report })
  useEffect(() => setReport(preview.data), [preview.data])
  if (!report)
    return (
      <Dialog title={TITLE} onClose={onClose}>
        <DialogBody>
          {preview.error ? (
            <Failed what="the sample" why={sentenceOf(preview.error)} onRetry={() => void preview.refetch()} />
          ) : (
            <Spinner label="Looking up what would be added" />
          )}
        </DialogBody>
      </Dialog>
    )
  const { applied, refused } = report
  return (
    <ActionDialog
      title={TITLE}
      onClose={onClose}
      call={(dataProvider) => dataProvider.call('importSample', { sampleImport: { dry_run: false } })}
      successMessage="The sample is imported"
      submitLabel="Import it"
      isReady={() => refused.length === 0 && applied.length > 0}
    >
      <p>
        Courses with films and texts, and labs in simulated clouds: to look around, and to write your own from. It adds:
      </p>
      <ul className={styles.report}>
        {countsOf(applied).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      {refused.map(({ file, line, message }) => (
        <p key={`${file}:${line}`} role="alert">
          {file}, line {line}: {message}
        </p>
      ))}
      <p>Visitors see it right away. You can archive each part later.</p>
    </ActionDialog>
  )
}

const nouns = { courses: 'course', labs: 'lab', exams: 'exam', bundles: 'bundle', forms: 'feedback form' } as const

/** `3 courses`, `10 labs`. */
const countsOf = (applied: ImportReport['applied']): string[] =>
  (Object.keys(nouns) as (keyof typeof nouns)[]).flatMap((kind) => {
    const count = applied.filter((change) => change.kind === kind).length
    return count > 0 ? [countOf(count, nouns[kind])] : []
  })
