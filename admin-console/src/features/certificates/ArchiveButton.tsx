import { saveFile } from '@flagyard/ui/save-file'
import { useListContext } from 'react-admin'
import { CallButton } from '../../crud/actions.tsx'
import { useCapabilities } from '../../lib/useCapabilities.ts'

/** Downloads the PDFs of the selected certificates, or of all that match the filter, as one archive. */
export function ArchiveButton() {
  const { selectedIds = [], filterValues, total } = useListContext()
  if (!useCapabilities().has('support') || !total) return null
  const ask = selectedIds.length > 0 ? { ids: selectedIds.map(String) } : { filter: JSON.stringify(filterValues ?? {}) }
  return (
    <CallButton
      operation="archiveCertificates"
      size="small"
      call={async (provider) => {
        const answer = (await provider.call('archiveCertificates', { certificateArchiveAsk: ask })) as Response
        await saveFile(answer, 'certificates.zip')
      }}
      successMessage="The PDFs are downloaded"
    >
      {selectedIds.length > 0 ? `PDFs of ${selectedIds.length} as ZIP` : 'PDFs as ZIP'}
    </CallButton>
  )
}
