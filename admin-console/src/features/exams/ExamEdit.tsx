import type { ExamRecord } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { FunctionField, SimpleShowLayout, TextField, useRecordContext } from 'react-admin'
import { Text } from '../../crud/inputs.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { cloudNames, countOf } from '../../lib/format.ts'
import { healthWords } from '../canaries/canary-words.tsx'
import { ContentCreate } from '../content/ContentCreate.tsx'
import { ContentPage, historyTab, revisionsTab } from '../content/ContentPage.tsx'
import { savedAs } from '../content/content-record.tsx'
import { FlagsInput } from '../flags/FlagsInput.tsx'
import { ExamBasics, ExamInputs, examLabels } from './ExamInputs.tsx'

const tabs = [
  { path: 'canary', label: 'Canary', Panel: lazyScreen(() => import('../canaries/ExamCanary.tsx')) },
  { path: 'candidates', label: 'Candidates', Panel: lazyScreen(() => import('../exam-attempts/ExamCandidates.tsx')) },
  {
    path: 'calendar',
    label: 'Calendar',
    Panel: lazyScreen(async () => ({
      default: (await import('../exam-attempts/calendar/CalendarPage.tsx')).ExamCalendar,
    })),
  },
  { path: 'results', label: 'Results', Panel: lazyScreen(() => import('../exam-attempts/results/ExamResults.tsx')) },
  revisionsTab('exam_revisions'),
  historyTab('exam'),
]

const ExamEdit = () => (
  <ContentPage<ExamRecord>
    recordLabel="exam"
    about={(exam) =>
      `${cloudNames[exam.cloud]} · ${countOf(exam.attempts_taken, 'attempt')} taken · canary: ${healthWords(exam.health)}`
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
    <EditForm<ExamRecord> labels={examLabels} successMessage={savedAs('exam')}>
      <ExamInputs />
      <FlagsInput />
    </EditForm>
  )
}

/** Read-only view for administrators who cannot edit content. */
const ExamReading = () => (
  <SimpleShowLayout>
    <TextField source="description" label="Description" emptyText="none" />
    <TextField source="rules" label="Rules" emptyText="none" />
    <TextField source="passing_points" label="Passing points" />
    <TextField source="attempts" label="Attempts" />
    <FunctionField
      label="Flags"
      render={({ flags = [] }) => flags.map(({ title }: { title: string }) => title).join(', ') || 'none'}
    />
  </SimpleShowLayout>
)

const newExam = {
  cloud: 'aws',
  duration_minutes: 240,
  passing_points: 70,
  price: { amount: 0, currency: 'EUR' },
  module: '',
}

export const ExamCreate = () => (
  <ContentCreate defaultValues={newExam}>
    <ExamBasics />
    <Text source="module" label="Terraform module" maxLength={300} isRequired />
  </ContentCreate>
)
