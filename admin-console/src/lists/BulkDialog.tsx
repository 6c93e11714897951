import type { BulkActionName, BulkPreview } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { consolePaths } from '@flagyard/api-types/links'
import { Button } from '@flagyard/ui/Button'
import { Dialog } from '@flagyard/ui/Dialog'
import { Failed } from '@flagyard/ui/Feedback'
import { Form } from '@flagyard/ui/Form'
import { TextField } from '@flagyard/ui/fields'
import { Spinner } from '@flagyard/ui/Spinner'
import { useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { countOf, formatCount, sentenceOf } from '../lib/format.ts'
import { useCall } from '../lib/useCall.ts'
import type { ConsoleDataProvider } from '../providers/data-provider.ts'
import { NamedRows } from './NamedRows.tsx'
import styles from './SelectionBar.module.css'
import type { Chosen } from './SelectionBar.tsx'

interface Props {
  action: BulkActionName
  chosen: Chosen
  of: [one: string, many: string]
  onClose: () => void
  onStarted: () => void
}

/** The dry run, and then the question: what will change, what will be refused and why, before anything is done. */
export function BulkDialog({ action, chosen, of, onClose, onStarted }: Props) {
  const { title, reason: asksReason, done } = bulkActionOf(action)
  const preview = useCall('previewBulk', { bulkPreviewAsk: { action, ...chosen } }, { staleTime: 0 })
  const { start, busy, fault } = useStart(action, chosen, onStarted)
  const [missing, setMissing] = useState<string>()
  const changes = preview.data?.changes ?? 0
  const send = async (values: FormData) => {
    const reason = String(values.get('reason') ?? '').trim()
    if (asksReason && !reason) return setMissing('Say why: it is kept with every row.')
    setMissing(undefined)
    await start(reason)
  }
  return (
    <Dialog open title={title} onClose={onClose} closeOnOutsideClick={false}>
      {preview.error ? (
        <Failed what="what would happen" why={sentenceOf(preview.error)} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <Form name="bulk" onSubmit={send}>
          <Forecast preview={preview.data} ask={{ action, ...chosen }} of={of} done={done} />
          {asksReason && changes > 0 && (
            <TextField label="Reason" name="reason" required maxLength={500} error={missing} />
          )}
          {fault && <p role="alert">{fault}</p>}
          <div className="row">
            <Button type="submit" variant="danger" busy={busy} disabled={changes === 0}>
              {title}: {formatCount(changes)}
            </Button>
            <Button onClick={onClose}>Leave them as they are</Button>
          </div>
        </Form>
      ) : (
        <Spinner label="Looking what would change" />
      )}
    </Dialog>
  )
}

/** One click is one job: the key makes a second one the same. */
function useStart(action: BulkActionName, chosen: Chosen, onStarted: () => void) {
  const dataProvider = useDataProvider<ConsoleDataProvider>()
  const navigate = useNavigate()
  const key = useRef(crypto.randomUUID())
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const start = async (reason: string) => {
    setBusy(true)
    setFault(undefined)
    try {
      const ask = { action, ...chosen, ...(reason && { reason }) }
      const job = await dataProvider.call('startBulk', { bulkAsk: ask }, { idempotencyKey: key.current })
      onStarted()
      navigate(consolePaths.bulkJob(job.id))
    } catch (error) {
      setFault(sentenceOf(error))
      setBusy(false)
      key.current = crypto.randomUUID()
    }
  }
  return { start, busy, fault }
}

type Ask = { action: BulkActionName } & Chosen

function Forecast({
  preview: { changes, refused, reasons },
  ask,
  of,
  done,
}: {
  preview: BulkPreview
  ask: Ask
  of: [string, string]
  done: string
}) {
  return (
    <ul className={styles.sums}>
      <li>
        <span className={styles.sum}>
          {countOf(changes, ...of)} will be {done}
        </span>
        {changes > 0 && <Names ask={ask} show="changes" total={changes} />}
      </li>
      {refused > 0 && (
        <li>
          <span className={styles.sum}>{countOf(refused, ...of)} will not change</span>
          <ul className={styles.reasons}>
            {reasons.map(({ message, count }) => (
              <li key={message}>
                {formatCount(count)} × {message}
              </li>
            ))}
          </ul>
          <Names ask={ask} show="refused" total={refused} />
        </li>
      )}
    </ul>
  )
}

const PAGE = 50

/** Asked for only once they are opened. */
function Names({ ask, show, total }: { ask: Ask; show: 'changes' | 'refused'; total: number }) {
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.names} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Which ones</summary>
      {open && <NamePages ask={ask} show={show} total={total} />}
    </details>
  )
}

function NamePages({ ask, show, total }: { ask: Ask; show: 'changes' | 'refused'; total: number }) {
  const [from, setFrom] = useState(0)
  const { data, error } = useCall('previewBulk', { bulkPreviewAsk: { ...ask, show, from } })
  if (error) return <p role="alert">{sentenceOf(error)}</p>
  if (!data) return <Spinner label="Loading the names" />
  return <NamedRows rows={data.rows} from={from} total={total} size={PAGE} onTurn={setFrom} />
}
