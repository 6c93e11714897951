import type { ContentImport } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { Failed } from '@flagyard/ui/Feedback'
import { Spinner } from '@flagyard/ui/Spinner'
import { Button, Checkbox } from '@mui/material'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { CallButton } from '../../../crud/actions/action-table.tsx'
import { useCall, useCallMutation } from '../../../crud/calls.tsx'
import { sentenceOf } from '../../../lib/problem.ts'
import { useFocusIfLost } from '../../../lib/useFocusIfLost.ts'
import { UploadField } from '../../uploads/UploadField.tsx'
import styles from './import-export.module.css'
import { Report } from './Report.tsx'

/** Polling interval for the progress of an archive. */
const REFETCH_MS = 800

/** Imports an archive: upload, compare, confirm. The archive's ID is in the address, so that a reload shows it again. */
export function ImportCard() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('archive')
  const [prune, setPrune] = useState(false)
  const check = useCallMutation(
    (dataProvider, archiveCheck: { upload: string; prune: boolean }) =>
      dataProvider.call('checkArchive', { archiveCheck }),
    { onSuccess: (found) => setSearch({ archive: (found as ContentImport).id }) },
  )
  const changePrune = (value: boolean) => {
    setPrune(value)
    if (id) void check.send({ upload: id, prune: value })
  }
  return (
    <section className={styles.card} aria-labelledby="import">
      <h2 id="import" className={styles.title}>
        Import
      </h2>
      {id ? (
        <Archive key={id} id={id} onPrune={changePrune} onOther={() => setSearch({})} />
      ) : (
        <>
          <p className={styles.quiet}>
            You will see a preview first. Nothing changes until you confirm, and then all changes are applied together
            or none.
          </p>
          <UploadField
            kind="archive"
            label="Archive"
            value={null}
            onChange={() => undefined}
            onUploaded={(upload) => void check.send({ upload, prune })}
            helperText="A ZIP file of a content folder, such as an export from this page"
          />
          <Prune checked={prune} onChange={setPrune} />
        </>
      )}
    </section>
  )
}

const Prune = (props: { checked: boolean; onChange: (value: boolean) => void }) => (
  <Choice label="Prune: archive or delete items that are missing from the archive" {...props} />
)

function Archive({ id, onPrune, onOther }: { id: string; onPrune: (value: boolean) => void; onOther: () => void }) {
  const { data, error, refetch } = useCall(
    'getContentImport',
    { id },
    { refetchInterval: ({ state }) => (isWorking(state.data as ContentImport | undefined) ? REFETCH_MS : false) },
  )
  if (!data)
    return error ? (
      <>
        <Failed what="the archive" why={sentenceOf(error)} onRetry={() => void refetch()} />
        <div className={styles.buttons}>
          <Button onClick={onOther}>Choose another archive</Button>
        </div>
      </>
    ) : (
      <Spinner label="Loading the preview…" />
    )
  return <Found found={data} onPrune={onPrune} onOther={onOther} />
}

const isWorking = (found: ContentImport | undefined) => found?.state === 'checking' || found?.state === 'importing'

function Found({
  found,
  onPrune,
  onOther,
}: {
  found: ContentImport
  onPrune: (value: boolean) => void
  onOther: () => void
}) {
  const { id, version, state, filename, report, moved, failure, prune } = found
  const statusRef = useFocusIfLost<HTMLParagraphElement>(!isWorking(found))
  if (isWorking(found))
    return (
      <div role="status">
        <Spinner label={state === 'checking' ? `Comparing ${filename} with the catalogue` : `Importing ${filename}`} />
      </div>
    )
  const isReady = state === 'checked' && report !== null && report.refused_count === 0 && report.applied.length > 0
  const isOutdated = moved && state === 'checked'
  return (
    <>
      {isOutdated && (
        <p className={styles.message} role="alert">
          The catalogue changed after the preview, so nothing was imported. Review the new preview below.
        </p>
      )}
      <p ref={statusRef} tabIndex={-1} className={styles.message} role="status">
        {state === 'failed' ? failure : sentences[isOutdated && isReady ? 'moved' : outcomeOf(found)](filename)}
      </p>
      {report && <Report report={report} />}
      {state !== 'imported' && <Prune checked={prune} onChange={onPrune} />}
      <div className={styles.buttons}>
        {isReady && (
          <CallButton
            operation="importArchive"
            variant="contained"
            color="primary"
            call={(dataProvider) => dataProvider.call('importArchive', { id, archiveImport: { version } })}
          >
            Import archive
          </CallButton>
        )}
        {state === 'imported' ? (
          <>
            <Link to={consolePaths.listCoursesForAdmin}>View courses</Link>
            <Button onClick={onOther}>Import another archive</Button>
          </>
        ) : (
          <CallButton
            operation="deleteUpload"
            isGone
            call={(dataProvider) =>
              dataProvider.call('deleteUpload', { id }, { headers: { 'tus-resumable': '1.0.0' } })
            }
            onSuccess={onOther}
          >
            Choose another archive
          </CallButton>
        )}
      </div>
    </>
  )
}

const outcomeOf = ({ state, report }: ContentImport) => {
  if (state === 'imported') return 'imported'
  if (report && report.refused_count > 0) return 'refused'
  return report?.applied.length === 0 ? 'same' : 'ready'
}

const sentences = {
  imported: (name: string) => `${name} was imported. Changes:`,
  refused: (name: string) => `${name} has errors. Fix them and upload it again.`,
  same: (name: string) => `${name} matches the catalogue. There is nothing to import.`,
  moved: (name: string) => `Updated preview of ${name}:`,
  ready: (name: string) => `Preview of ${name}. Nothing has changed yet.`,
}

interface Props {
  label: string
  checked: boolean
  onChange: (value: boolean) => void
}

export function Choice({ label, checked, onChange }: Props) {
  const id = useId()
  return (
    <label className={styles.choice} htmlFor={id}>
      <Checkbox id={id} checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
