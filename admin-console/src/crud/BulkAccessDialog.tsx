import type { BulkAccess, BulkActionName } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { ActionDialog } from './ActionDialog.tsx'
import { ContentInput } from './ContentInput.tsx'
import { DaysInput } from './DaysInput.tsx'
import { contentOf } from './useContentOptions.ts'

interface Props {
  action: BulkActionName
  onClose: () => void
  onChosen: (access: BulkAccess) => void
}

interface Answers {
  content: string
  days: number | null
}

/** Asks for the content to grant, or the number of days to add, before the dry run that depends on it. */
export default function BulkAccessDialog({ action, onClose, onChosen }: Props) {
  const { title, asks } = bulkActionOf(action)
  return (
    <ActionDialog
      title={title}
      // Never resolves: `onChosen` replaces this dialog with the dry run.
      onClose={onClose}
      call={async (_provider, { content, days }: Answers) => {
        onChosen({ ...(asks === 'content' && contentOf(content)), ...(days && { days }) })
        return new Promise<never>(() => undefined)
      }}
      defaultValues={{ content: '', days: null }}
      isReady={({ content, days }) => (asks === 'content' ? !!content : !!days)}
      submitLabel="Look what would change"
    >
      {asks === 'content' && <ContentInput />}
      <DaysInput {...(asks === 'content' && { hint: 'Leave it empty for as long as it is bought for.' })} />
    </ActionDialog>
  )
}
