import type { BulkAccess, BulkActionName, BulkPreview } from '@flagyard/api-types'
import { bulkActionOf, isConfirmed } from '@flagyard/api-types/bulk/actions'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { useRef, useState } from 'react'
import { required, TextInput } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { countOf, formatCount } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import { useResourceLabel } from '../../resource-options.ts'
import { useCall } from '../calls.tsx'
import { ContentInput, contentOf, DaysInput, EndLabsInput, hasLabs, TypedConfirmation } from '../inputs.tsx'
import { ActionDialog } from './ActionDialog.tsx'
import styles from './BulkDialog.module.css'
import { Dialog, DialogBody } from './Dialog.tsx'
import { ResultList } from './ResultList.tsx'

/** Selected rows, or all rows that match the list's filter, across pages. */
export type Selection = { ids: string[] } | { filter: string }

interface Props {
  action: BulkActionName
  selection: Selection
  onClose: () => void
  onStarted: () => void
}

/** The selection, plus the answers of `BulkAccessDialog`. */
type AskedProps = Omit<Props, 'selection'> & { selection: Selection & { access?: BulkAccess } }

/** Runs the dry run, then asks for confirmation: shows what will change, and what will be refused and why. */
export default function BulkDialog({ action, selection, onClose, onStarted }: Props) {
  const { asks } = bulkActionOf(action)
  const [access, setAccess] = useState<BulkAccess>()
  if (asks && !access) return <BulkAccessDialog action={action} onClose={onClose} onChosen={setAccess} />
  const asked = access ? { ...selection, access } : selection
  return <DryRun action={action} selection={asked} onClose={onClose} onStarted={onStarted} />
}

function DryRun({ action, selection, onClose, onStarted }: AskedProps) {
  const { title } = bulkActionOf(action)
  const preview = useCall('previewBulk', { bulkPreviewAsk: { action, ...selection } }, { staleTime: 0 })
  if (preview.data)
    return (
      <Question preview={preview.data} action={action} selection={selection} onClose={onClose} onStarted={onStarted} />
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        {preview.error ? (
          <Failed what="the preview" why={sentenceOf(preview.error)} onRetry={() => void preview.refetch()} />
        ) : (
          <Spinner label="Loading the preview…" />
        )}
      </DialogBody>
    </Dialog>
  )
}

function Question({ preview, action, selection, onClose, onStarted }: AskedProps & { preview: BulkPreview }) {
  const { title, reason: asksReason, confirmed: isFinal } = bulkActionOf(action)
  const navigate = useNavigate()
  /** One key per dialog, so that a double click starts only one job. */
  const idempotencyKey = useRef(crypto.randomUUID())
  const { changes, labs } = preview
  const confirmed = isConfirmed(action, changes)
  const asksLabs = labs !== null && hasLabs(labs)
  const start = async (provider: ConsoleDataProvider, { reason, end_deployments, confirm }: Answers) => {
    const bulkAsk = {
      action,
      ...selection,
      ...(reason && { reason }),
      ...(asksLabs && { end_deployments }),
      ...(confirmed && { confirm: Number(confirm) }),
    }
    try {
      return await provider.call('startBulk', { bulkAsk }, { idempotencyKey: idempotencyKey.current })
    } catch (error) {
      idempotencyKey.current = crypto.randomUUID()
      throw error
    }
  }
  return (
    <ActionDialog
      title={title}
      onClose={onClose}
      call={start}
      onSuccess={({ id }) => {
        onStarted()
        navigate(consolePaths.bulkJob(id))
      }}
      submitLabel={`${title}: ${formatCount(changes)}`}
      color="error"
      waiting="Starting the job…"
      isReady={({ confirm }) => changes > 0 && (!confirmed || confirm?.trim() === String(changes))}
      defaultValues={{ end_deployments: true, confirm: '' }}
    >
      <Forecast preview={preview} action={action} selection={selection} />
      {asksLabs && <EndLabsInput labs={labs} whose="their" />}
      {asksReason && changes > 0 && (
        <TextInput
          source="reason"
          label="Reason"
          validate={required('Enter a reason. It is recorded for every row.')}
          slotProps={{ htmlInput: { maxLength: 500 } }}
          fullWidth
        />
      )}
      {confirmed && changes > 0 && (
        <TypedConfirmation word={String(changes)} {...(isFinal && { warning: 'You cannot undo this.' })} isNumber />
      )}
    </ActionDialog>
  )
}

interface Answers {
  reason?: string
  end_deployments: boolean
  confirm: string
}

function Forecast({
  preview: { changes, refused, reasons },
  action,
  selection,
}: { preview: BulkPreview } & Pick<AskedProps, 'action' | 'selection'>) {
  const resourceLabel = useResourceLabel()
  return (
    <ul className={styles.sums}>
      <li>
        <span className={styles.sum}>
          {countOf(changes, ...resourceLabel)} will be {bulkActionOf(action).done}
        </span>
        {changes > 0 && <Names action={action} selection={selection} show="changes" total={changes} />}
      </li>
      {refused > 0 && (
        <li>
          <span className={styles.sum}>{countOf(refused, ...resourceLabel)} will not change</span>
          <ul className={styles.reasons}>
            {reasons.map(({ message, count }) => (
              <li key={message}>
                {formatCount(count)} × {message}
              </li>
            ))}
          </ul>
          <Names action={action} selection={selection} show="refused" total={refused} />
        </li>
      )}
    </ul>
  )
}

type NamesProps = Pick<AskedProps, 'action' | 'selection'> & { show: 'changes' | 'refused'; total: number }

/** Loads the names only when opened. */
function Names(props: NamesProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.names} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show rows</summary>
      {open && <NamePages {...props} />}
    </details>
  )
}

function NamePages({ action, selection, show, total }: NamesProps) {
  const [from, setFrom] = useState(0)
  const { data, error } = useCall('previewBulk', { bulkPreviewAsk: { action, ...selection, show, from } })
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!data) return <Spinner label="Loading rows…" />
  return <ResultList rows={data.rows} from={from} total={total} onTurn={setFrom} />
}

interface AccessProps {
  action: BulkActionName
  onClose: () => void
  onChosen: (access: BulkAccess) => void
}

interface AccessAnswers {
  content: string
  days: number | null
}

/** Asks for the content to grant, or the number of days to add, before the dry run that depends on it. */
function BulkAccessDialog({ action, onClose, onChosen }: AccessProps) {
  const { title, asks } = bulkActionOf(action)
  return (
    <ActionDialog
      title={title}
      // Never resolves: `onChosen` replaces this dialog with the dry run.
      onClose={onClose}
      call={async (_provider, { content, days }: AccessAnswers) => {
        onChosen({ ...(asks === 'content' && contentOf(content)), ...(days && { days }) })
        return new Promise<never>(() => undefined)
      }}
      defaultValues={{ content: '', days: null }}
      isReady={({ content, days }) => (asks === 'content' ? !!content : !!days)}
      submitLabel="Preview"
    >
      {asks === 'content' && <ContentInput />}
      <DaysInput {...(asks === 'content' && { hint: 'Leave empty to use the purchased duration.' })} />
    </ActionDialog>
  )
}
