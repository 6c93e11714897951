import type { FeedbackFormRecord } from '@flagyard/api-types'
import { Chip } from '@flagyard/ui/Chip'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { TabbedRecordPage } from '../../crud/RecordPage.tsx'
import { countOf } from '../../lib/format.ts'
import contentStyles from '../content/content.module.css'
import { FormQuestions } from './builder/FormQuestions.tsx'
import { FormActions } from './FormActions.tsx'

const tabs = [
  { path: 'preview', label: 'Preview', Panel: lazyScreen(() => import('./FormPreview.tsx')) },
  { path: 'settings', label: 'Settings', Panel: lazyScreen(() => import('./FormSettings.tsx')) },
  { path: 'courses', label: 'Courses', Panel: lazyScreen(() => import('./FormCourses.tsx')) },
  { path: 'versions', label: 'Versions', Panel: lazyScreen(() => import('./FormVersions.tsx')) },
  { path: 'history', label: 'History', Panel: lazyScreen(() => import('./FormHistory.tsx')) },
]

const FeedbackFormEdit = () => (
  <TabbedRecordPage<FeedbackFormRecord>
    recordLabel="form"
    wholeBy="intro"
    title={({ title }) => title}
    about={({ archived_at, form_version, responses, courses }) => (
      <>
        {archived_at && <Chip tone="neutral">Archived</Chip>} Version {form_version} · {countOf(responses, 'response')}{' '}
        · {countOf(courses.length, 'course')}
      </>
    )}
    actions={(form) => <FormActions form={form} />}
    firstTab="Questions"
    tabs={tabs}
  >
    {() => (
      <div className={contentStyles.card}>
        <FormQuestions />
      </div>
    )}
  </TabbedRecordPage>
)

export default FeedbackFormEdit
