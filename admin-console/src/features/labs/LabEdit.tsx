import type { LabRecord } from '@flagyard/api-types'
import { lazyScreen } from '@flagyard/ui/lazyScreen'
import { FunctionField, SimpleShowLayout, TextField, useRecordContext } from 'react-admin'
import { Text } from '../../crud/inputs.tsx'
import { EditForm } from '../../crud/record/EditForm.tsx'
import { cloudNames, countOf } from '../../lib/format.ts'
import { healthWords } from '../canaries/canary-words.tsx'
import { ContentCreate } from '../content/ContentCreate.tsx'
import { ContentPage, historyTab, revisionsTab } from '../content/ContentPage.tsx'
import { savedAs } from '../content/content-record.tsx'
import { SimulatedOnly } from '../content/ModuleInputs.tsx'
import { FlagsInput } from '../flags/FlagsInput.tsx'
import { LabBasics, LabInputs, labLabels } from './LabInputs.tsx'

const tabs = [
  { path: 'test', label: 'Test', Panel: lazyScreen(() => import('./LabTest.tsx')) },
  { path: 'canary', label: 'Canary', Panel: lazyScreen(() => import('../canaries/LabCanary.tsx')) },
  { path: 'shell', label: 'Shell', Panel: lazyScreen(() => import('./LabShell.tsx')) },
  revisionsTab('lab_revisions'),
  historyTab('lab'),
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
    <EditForm<LabRecord> labels={labLabels} successMessage={savedAs('lab')}>
      <LabInputs />
      <FlagsInput withRequired />
    </EditForm>
  )
}

/** Read-only view for administrators who cannot edit content. */
const LabReading = () => (
  <SimpleShowLayout>
    <TextField source="description" label="Description" emptyText="none" />
    <TextField source="module" label="Terraform module" />
    <TextField source="module_version" label="Version" />
    <SimulatedOnly />
    <TextField source="duration_minutes" label="Duration in minutes" />
    <FunctionField
      label="Flags"
      render={({ flags = [] }) => flags.map(({ title }: { title: string }) => title).join(', ') || 'none'}
    />
  </SimpleShowLayout>
)

const newLab = { difficulty: 'beginner', cloud: 'aws', duration_minutes: 60, module: '' }

export const LabCreate = () => (
  <ContentCreate defaultValues={newLab}>
    <LabBasics />
    <Text source="module" label="Terraform module" maxLength={300} isRequired />
  </ContentCreate>
)
