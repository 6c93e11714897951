import type { ExamRecord } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useRecordContext } from 'react-admin'
import { EditForm } from '../../crud/EditForm.tsx'
import { cloudNames, countOf } from '../../lib/format.ts'
import { healthWords } from '../canaries/canary-words.tsx'
import { ContentPage } from '../content/ContentPage.tsx'
import { savedAs } from '../content/content-record.ts'
import { FlagsInput } from '../flags/FlagsInput.tsx'
import { ExamInputs, examLabels } from './ExamInputs.tsx'
import { ExamReading } from './ExamReading.tsx'

const tabs = [
  { path: 'canary', label: 'Canary', Panel: lazyScreen(() => import('../canaries/ExamCanary.tsx')) },
  { path: 'candidates', label: 'Candidates', Panel: lazyScreen(() => import('../exam-attempts/ExamCandidates.tsx')) },
  { path: 'calendar', label: 'Calendar', Panel: lazyScreen(() => import('../exam-attempts/ExamCalendar.tsx')) },
  { path: 'results', label: 'Results', Panel: lazyScreen(() => import('../exam-attempts/results/ExamResults.tsx')) },
  { path: 'revisions', label: 'Revisions', Panel: lazyScreen(() => import('./ExamRevisions.tsx')) },
  { path: 'history', label: 'History', Panel: lazyScreen(() => import('./ExamHistory.tsx')) },
]

const ExamEdit = () => (
  <ContentPage<ExamRecord>
    recordLabel="exam"
    about={(exam) =>
      `${cloudNames[exam.cloud]} · ${countOf(exam.attempts_taken, 'attempt')} sat · canary: ${healthWords(exam.health)}`
    }
    tabs={tabs}
  >
    <Form />
  </ContentPage>
)

export default ExamEdit

function Form() {
  const exam = useRecordContext<ExamRecord>()
  if (!exam?.allowed.includes('update')) return <ExamReading />
  return (
    <EditForm<ExamRecord> recordLabel="exam" labels={examLabels} successMessage={savedAs('exam')}>
      <ExamInputs />
      <FlagsInput />
    </EditForm>
  )
}
