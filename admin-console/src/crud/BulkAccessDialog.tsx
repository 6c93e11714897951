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

/** What opens to many, or for how many days more: asked before the dry run, which depends on it. */
export default function BulkAccessDialog({ action, onClose, onChosen }: Props) {
  const { title, asks } = bulkActionOf(action)
  return (
    <ActionDialog
      title={title}
      // What was chosen leads on to the dry run, in the place of this dialog.
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
