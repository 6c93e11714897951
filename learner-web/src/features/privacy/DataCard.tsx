import type { MyExport } from '@flagyard/api-types'
import { Button } from '@flagyard/ui/Button'
import { Card } from '@flagyard/ui/Card'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { formatMoment } from '../../lib/day.ts'
import { callQuery } from '../../lib/query.ts'
import { errorMessage } from '../../lib/useSubmit.ts'
import { toasts } from '../../shell/toasts.ts'
import styles from './privacy.module.css'
import { ARCHIVE, saveFile } from './save-file.ts'

const LOOK_AGAIN_MS = 3000
const isMaking = ({ state }: MyExport) => state === 'making'

/** Everything about me as one file: asked for, made, downloaded. */
export function DataCard() {
  const cache = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const {
    data: exports,
    error,
    refetch,
  } = useQuery({
    ...callQuery('listMyExports'),
    refetchInterval: ({ state }) => (state.data?.some(isMaking) ? LOOK_AGAIN_MS : false),
  })
  const during = (what: string, work: () => Promise<void>) => async () => {
    setBusy(what)
    try {
      await work()
    } catch (failure) {
      toasts.show({ type: 'failure', content: errorMessage(failure) })
    } finally {
      setBusy(null)
    }
  }
  const make = during('make', async () => {
    await api.askMyExport()
    await cache.invalidateQueries(callQuery('listMyExports'))
  })
  const download = (id: string) => during(id, async () => saveFile(await api.downloadMyExport({ id }), ARCHIVE))
  const making = exports?.some(isMaking) ?? false
  return (
    <Card as="section" className={styles.card}>
      <h2 className={styles.title} id="privacy">
        Your data
      </h2>
      <p>
        Take everything along that we keep about you: profile, learning, labs, exams, orders and certificates, in files
        that any program can read.
      </p>
      {error && !exports ? (
        <p role="alert" className={styles.failed}>
          {errorMessage(error)} <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      ) : (
        <Archives exports={exports ?? []} busy={busy} onDownload={(id) => void download(id)()} />
      )}
      <div>
        <Button busy={busy === 'make'} disabled={making || busy !== null} onClick={make}>
          Make an archive of my data
        </Button>
      </div>
    </Card>
  )
}

interface ArchivesProps {
  exports: MyExport[]
  busy: string | null
  onDownload: (id: string) => void
}

function Archives({ exports, busy, onDownload }: ArchivesProps) {
  const [newest] = exports
  const ready = exports.filter(({ state }) => state === 'ready')
  return (
    <div role="status" className={styles.archives}>
      {exports.some(isMaking) && (
        <p>Your archive is being made. We write to you when it is there; you can stay, too.</p>
      )}
      {newest?.state === 'failed' && <p>Your last archive could not be made. Please ask for it again.</p>}
      {ready.length > 0 && (
        <ul className={styles.list}>
          {ready.map((one) => (
            <Archive key={one.id} archive={one} busy={busy} onDownload={() => onDownload(one.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}

interface ArchiveProps {
  archive: MyExport
  busy: string | null
  onDownload: () => void
}

const Archive = ({ archive: { id, asked_at, ready_until, bytes }, busy, onDownload }: ArchiveProps) => (
  <li className={styles.row}>
    <p>
      Archive of {formatMoment(asked_at)}
      {bytes !== null && `, ${sizeOf(bytes)}`}
      {ready_until && <span className="small muted"> · here until {formatMoment(ready_until)}</span>}
    </p>
    <Button
      size="small"
      busy={busy === id}
      disabled={busy !== null}
      aria-label={`Download the archive of ${formatMoment(asked_at)}`}
      onClick={onDownload}
    >
      Download
    </Button>
  </li>
)

const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
