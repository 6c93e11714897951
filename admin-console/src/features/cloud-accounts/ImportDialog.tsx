import type { Cloud, CloudImportReport } from '@flagyard/api-types'
import { importColumnsOf } from '@flagyard/api-types/cloud-accounts/credentials'
import { readTextFile } from '@flagyard/ui/decode-text'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { saveFile } from '@flagyard/ui/save-file'
import { Button } from '@mui/material'
import { type ChangeEvent, useRef, useState } from 'react'
import { CallButton } from '../../crud/actions/action-table.tsx'
import { Dialog, DialogBody, DialogFoot } from '../../crud/actions/Dialog.tsx'
import { useCallMutation } from '../../crud/calls.tsx'
import { cloudProviders } from '../../crud/cloudProviders.ts'
import { countOf } from '../../lib/format.ts'
import styles from './ImportDialog.module.css'

interface Props {
  cloud: Cloud
  onClose: () => void
}

/** Import in three steps: choose a file, check its rows in a dry run, add all rows or none. The file contains credentials and is not stored in the browser. */
export default function ImportDialog({ cloud, onClose }: Props) {
  const { resourceLabel } = cloudProviders[cloud]
  const [csv, setCsv] = useState('')
  const [report, setReport] = useState<CloudImportReport>()
  const [problem, setProblem] = useState<string>()
  /** One key per file, so that a double click imports it only once. */
  const key = useRef(crypto.randomUUID())
  const file = useRef<HTMLInputElement>(null)
  const dryRun = useCallMutation(
    (provider, text: string) =>
      provider.call('importCloudAccounts', { cloudImport: { cloud, csv: text, dry_run: true } }),
    { onSuccess: (found) => setReport(found as CloudImportReport) },
  )
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    // Resets the input, so that a corrected file of the same name can be selected again.
    const text = chosen && (await readTextFile(chosen))
    target.value = ''
    if (text === undefined) return
    setCsv(text)
    setReport(undefined)
    key.current = crypto.randomUUID()
    setProblem(problemOf(await dryRun.submit(text)))
  }
  const canAdd = report !== undefined && report.refused === 0
  return (
    <Dialog title={`Import ${resourceLabel[1]}`} onClose={onClose} dismissible={false}>
      <DialogBody>
        <p>
          A CSV file with one line per {resourceLabel[0]}, up to 500. You will see a preview first. Everything in the{' '}
          {resourceLabel[1]} is deleted before they join the pool. Credentials are stored encrypted and never shown
          again: delete the file afterwards.
        </p>
        <div className={styles.buttons}>
          <Button variant="outlined" loading={dryRun.isPending} onClick={() => file.current?.click()}>
            Choose a file
          </Button>
          <input ref={file} type="file" accept=".csv,text/csv" hidden onChange={(event) => void choose(event)} />
          <Button onClick={() => void saveFile(templateOf(cloud), `${cloudProviders[cloud].resource}.csv`)}>
            Download template
          </Button>
        </div>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
        {report && <Report report={report} resourceLabel={resourceLabel} />}
      </DialogBody>
      <DialogFoot>
        <Button onClick={onClose}>Cancel</Button>
        <CallButton
          operation="importCloudAccounts"
          variant="contained"
          disabled={!canAdd}
          call={(provider) =>
            provider.call(
              'importCloudAccounts',
              { cloudImport: { cloud, csv, dry_run: false } },
              { idempotencyKey: key.current },
            )
          }
          successMessage={`${countOf(report?.total ?? 0, ...resourceLabel)} added. Checking their credentials`}
          onSuccess={onClose}
        >
          {canAdd ? `Add ${countOf(report.total, ...resourceLabel)}` : 'Add'}
        </CallButton>
      </DialogFoot>
    </Dialog>
  )
}

const templateOf = (cloud: Cloud) => new Blob([`${importColumnsOf(cloud).join(',')}\n`], { type: 'text/csv' })

/** Error of the file as a whole. */
function problemOf(errors: Record<string, unknown> | undefined): string | undefined {
  if (!errors) return undefined
  if (typeof errors['cloudImport.csv'] === 'string') return errors['cloudImport.csv']
  if (typeof errors.csv === 'string') return errors.csv
  const { serverError } = (errors.root ?? {}) as { serverError?: string }
  return serverError ?? 'Could not read this file.'
}

function Report({
  report: { total, refused, rows },
  resourceLabel,
}: {
  report: CloudImportReport
  resourceLabel: [string, string]
}) {
  return (
    <div className={styles.report}>
      <p role="status">
        {refused === 0
          ? `${countOf(total, ...resourceLabel)} can be added.`
          : `${refused} of ${countOf(total, 'row')} ${refused === 1 ? 'has' : 'have'} errors. Fix the file and choose it again.`}
      </p>
      <ScrollRegion label="Rows" className={styles.rows}>
        <ul>
          {rows
            .filter(({ errors }) => refused === 0 || errors.length > 0)
            .map(({ line, id, name, region, errors }) => (
              <li key={line}>
                <span className={styles.line}>Line {line}</span>
                <span>
                  <span className="mono">{id || 'no id'}</span> {name} {region && `· ${region}`}
                </span>
                {errors.map(({ field, message }) => (
                  <span key={`${field} ${message}`} className={styles.error}>
                    {field.replace('credentials.', '')}: {message}
                  </span>
                ))}
              </li>
            ))}
        </ul>
      </ScrollRegion>
    </div>
  )
}
