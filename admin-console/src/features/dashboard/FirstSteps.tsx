import type { ImportReport, Setup, SetupStep } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { paths } from '@flagyard/api-types/links'
import { Failed } from '@flagyard/ui/Feedback'
import { Icon } from '@flagyard/ui/Icon'
import { Spinner } from '@flagyard/ui/Spinner'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { ActionDialog } from '../../crud/actions/ActionDialog.tsx'
import { OperationButton } from '../../crud/actions/action-table.tsx'
import { Dialog, DialogBody } from '../../crud/actions/Dialog.tsx'
import { useCall } from '../../crud/calls.tsx'
import { countOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from './FirstSteps.module.css'

const titles: Record<SetupStep, string> = {
  second_factor: 'Protect your own account',
  mail: 'Set up e-mail',
  payment: 'Set up payments',
  legal: 'Publish your legal pages',
  clouds: 'Add cloud accounts for labs',
  course: 'Publish the first course',
}

/** Setup checklist, shown on the dashboard until content is published. */
export default function FirstSteps({ setup: { steps } }: { setup: Setup }) {
  const [isImporting, setImporting] = useState(false)
  const ways: Partial<Record<SetupStep, ReactNode>> = {
    // A plain link, because the profile is in the learner app.
    second_factor: <a href={paths.secondFactor}>Set up a second factor</a>,
    legal: <Link to={consolePaths.legalPages}>Legal pages</Link>,
    clouds: <Link to={consolePaths.listAwsAccounts}>Cloud accounts</Link>,
    course: (
      <>
        <Link to={consolePaths.newCourse}>Create a course</Link>
        <OperationButton operation="importSample" size="small" variant="outlined" onClick={() => setImporting(true)}>
          Import sample…
        </OperationButton>
        <Link to={consolePaths.importExport}>Import an archive</Link>
      </>
    ),
  }
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.title}>
        First steps
      </h2>
      <p className={styles.found}>No courses yet. Visitors see that the first courses are coming soon.</p>
      <ol className={styles.steps}>
        {steps.map(({ step, done, found }) => (
          <li key={step} className={styles.step}>
            <span className={done ? styles.done : styles.open}>
              <Icon name={done ? 'check' : 'flag'} />
              <span className={styles.mark}>{done ? 'Done' : 'To do'}</span>
            </span>
            <div className={styles.words}>
              <h3 className={styles.name}>{titles[step]}</h3>
              <p className={styles.found}>{found}</p>
              {!done && ways[step] && <div className={styles.ways}>{ways[step]}</div>}
            </div>
          </li>
        ))}
      </ol>
      {isImporting && <SampleDialog onClose={() => setImporting(false)} />}
    </section>
  )
}

const TITLE = 'Import sample'

/** Preview of the sample import, followed by the confirmation. */
function SampleDialog({ onClose }: { onClose: () => void }) {
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
            <Spinner label="Loading the preview…" />
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
      successMessage="Sample imported"
      submitLabel="Import sample"
      isReady={() => refused.length === 0 && applied.length > 0}
    >
      <p>Courses with videos and texts, and labs in simulated clouds, to explore and to use as a template. It adds:</p>
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
      <p>The sample is public immediately. You can archive each part later.</p>
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
