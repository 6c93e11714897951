import type { CertificatePage } from '@flagyard/api-types'
import { useWatch } from 'react-hook-form'
import { EditForm } from '../../crud/EditForm.tsx'
import { Text } from '../../crud/inputs.tsx'
import { Quiet, RecordCard } from '../../crud/RecordCards.tsx'
import { SideBySide } from './SideBySide.tsx'

/** Corrects the name, with the old and new one side by side. The old name is preserved as a version. */
export const CorrectCard = ({ certificate }: { certificate: CertificatePage }) =>
  certificate.allowed.includes('correct') && (
    <RecordCard title="Correct it">
      <Quiet>The page and the PDF show the new name at once, under the same link, as a new version.</Quiet>
      <EditForm<CertificatePage>
        recordLabel="certificate"
        labels={{ name: 'Name', state: 'State' }}
        transform={corrected}
        successMessage="The certificate is corrected"
      >
        <Text source="name" label="Name" maxLength={120} isRequired />
        <Text source="why" label="Why" maxLength={500} helperText="Kept with the version" />
        <Preview printed={certificate.name} />
      </EditForm>
    </RecordCard>
  )

const corrected = ({ name, why }: CertificatePage & { why?: string }) => ({ name, ...(why && { reason: why }) })

function Preview({ printed }: { printed: string }) {
  const name: string = useWatch({ name: 'name' }) ?? ''
  return name.trim() === printed ? null : <SideBySide printed={printed} name={name.trim()} />
}
