import type { FeedbackFormRecord } from '@flagyard/api-types'
import { useRecordContext } from 'react-admin'
import { EditForm } from '../../crud/EditForm.tsx'
import { Facts } from '../../crud/RecordCards.tsx'
import { countOf } from '../../lib/format.ts'
import styles from '../content/content.module.css'
import { Preview } from '../content/markdown/Preview.tsx'
import ownStyles from './Feedback.module.css'
import { FormInputs, formLabels } from './FormInputs.tsx'

/** Introduction of the form, and the minimum number of responses before answers are shown. */
export default function FormSettings() {
  const form = useRecordContext<FeedbackFormRecord>()
  if (!form) return null
  if (!form.allowed.includes('update')) return <Reading form={form} />
  return (
    <div className={styles.card}>
      {form.version_responses > 0 && (
        <p role="note" className={ownStyles.above}>
          Version {form.form_version} has {countOf(form.version_responses, 'response')}: another smallest group makes
          version {form.form_version + 1}, because those who answered were told the one that stands here.
        </p>
      )}
      <EditForm<FeedbackFormRecord> recordLabel="form" labels={formLabels} successMessage="The form is saved">
        <FormInputs />
      </EditForm>
    </div>
  )
}

/** Read-only view for administrators who cannot edit content. */
const Reading = ({ form: { intro, anonymity_threshold } }: { form: FeedbackFormRecord }) => (
  <div className={styles.card}>
    <Facts
      facts={[
        [formLabels.intro, intro ? <Preview key="intro" text={intro} /> : 'none'],
        [formLabels.anonymity_threshold, anonymity_threshold],
      ]}
    />
  </div>
)
