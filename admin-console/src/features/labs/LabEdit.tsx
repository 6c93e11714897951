import type { LabRecord } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { useRecordContext } from 'react-admin'
import { EditForm } from '../../crud/EditForm.tsx'
import { cloudNames, countOf } from '../../lib/format.ts'
import { healthWords } from '../canaries/canary-words.tsx'
import { ContentPage } from '../content/ContentPage.tsx'
import { savedAs } from '../content/content-record.ts'
import { FlagsInput } from '../flags/FlagsInput.tsx'
import { LabInputs, labLabels } from './LabInputs.tsx'
import { LabReading } from './LabReading.tsx'

const tabs = [
  { path: 'test', label: 'Try it now', Panel: lazyScreen(() => import('./LabTest.tsx')) },
  { path: 'canary', label: 'Canary', Panel: lazyScreen(() => import('../canaries/LabCanary.tsx')) },
  { path: 'shell', label: 'Shell', Panel: lazyScreen(() => import('./LabShell.tsx')) },
  { path: 'revisions', label: 'Revisions', Panel: lazyScreen(() => import('./LabRevisions.tsx')) },
  { path: 'history', label: 'History', Panel: lazyScreen(() => import('./LabHistory.tsx')) },
]

const LabEdit = () => (
  <ContentPage<LabRecord>
    recordLabel="lab"
    about={(lab) =>
      `${cloudNames[lab.cloud]} · ${countOf(lab.deployments, 'deployment')} · canary: ${healthWords(lab.health)}`
    }
    tabs={tabs}
  >
    <Form />
  </ContentPage>
)

export default LabEdit

function Form() {
  const lab = useRecordContext<LabRecord>()
  if (!lab?.allowed.includes('update')) return <LabReading />
  return (
    <EditForm<LabRecord> recordLabel="lab" labels={labLabels} successMessage={savedAs('lab')}>
      <LabInputs />
      <FlagsInput withRequired />
    </EditForm>
  )
}
