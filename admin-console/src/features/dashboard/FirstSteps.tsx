import type { Setup, SetupStep } from '@flagyard/api-types'
import { consolePaths, paths } from '@flagyard/api-types/links'
import { Icon } from '@flagyard/ui/Icon'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { OperationButton } from '../../crud/actions.tsx'
import styles from './FirstSteps.module.css'
import { SampleDialog } from './SampleDialog.tsx'

const titles: Record<SetupStep, string> = {
  second_factor: 'Protect your own account',
  mail: 'Send mails',
  payment: 'Take payments',
  clouds: 'Add cloud accounts for labs',
  course: 'Publish the first course',
}

/** Setup checklist, shown on the dashboard until content is published. */
export default function FirstSteps({ setup: { steps } }: { setup: Setup }) {
  const [isImporting, setImporting] = useState(false)
  const ways: Partial<Record<SetupStep, ReactNode>> = {
    // A plain link, because the profile is in the learner app.
    second_factor: <a href={paths.secondFactor}>Set up a second factor</a>,
    clouds: <Link to={consolePaths.listAwsAccounts}>Cloud accounts</Link>,
    course: (
      <>
        <Link to={consolePaths.newCourse}>Write a course</Link>
        <OperationButton operation="importSample" size="small" variant="outlined" onClick={() => setImporting(true)}>
          Import the sample…
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
      <p className={styles.found}>
        Nothing can be learned here yet. Until then visitors read that the first courses are on their way.
      </p>
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
