import type { RegradePreview } from '@flagyard/api-types'
import { bulkActionOf } from '@flagyard/api-types/bulk/actions'
import { consolePaths } from '@flagyard/api-types/console-links'
import { isolate } from '@flagyard/api-types/contract/isolate'
import { Spinner } from '@flagyard/ui/Spinner'
import { Checkbox, FormControlLabel } from '@mui/material'
import { useRef, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { ActionDialog } from '../../crud/actions/ActionDialog.tsx'
import { OperationButton } from '../../crud/actions/action-table.tsx'
import { useCall } from '../../crud/calls.tsx'
import { ReasonInput } from '../../crud/inputs.tsx'
import { SelectField } from '../../crud/pickers.tsx'
import { countOf } from '../../lib/format.ts'
import { sentenceOf } from '../../lib/problem.ts'
import styles from './AttemptDialog.module.css'
import { changeOf } from './attempt-words.ts'

interface Regrade {
  /** Deselected usernames. All other affected candidates are regraded, including those found after the dialog opened. */
  excluded: string[]
  reason: string
}

/** Awards the points of a broken flag to all affected candidates, after a preview of each change. */
export default function RegradeButton({ exam }: { exam: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <OperationButton operation={bulkActionOf('users.regrade').like} onClick={() => setOpen(true)}>
        Regrade a flag…
      </OperationButton>
      {open && <RegradeDialog exam={exam} onClose={() => setOpen(false)} />}
    </>
  )
}

function RegradeDialog({ exam, onClose }: { exam: string; onClose: () => void }) {
  const navigate = useNavigate()
  const [flag, setFlag] = useState('')
  const flagList = useCall('getUsersToRegrade', { slug: exam }, { staleTime: 0 })
  const affected = useCall('getUsersToRegrade', { slug: exam, flag }, { staleTime: 0, enabled: flag !== '' })
  /** One key per dialog, so that a double click starts only one job. */
  const idempotencyKey = useRef(crypto.randomUUID())
  const chosen = (excluded: string[] = []) =>
    peopleOf(affected.data?.rows ?? []).filter((one) => !excluded.includes(one))
  return (
    <ActionDialog
      title={bulkActionOf('users.regrade').title}
      onClose={onClose}
      call={async (provider, { excluded, reason }: Regrade) => {
        const bulkAsk = { action: 'users.regrade' as const, ids: chosen(excluded), flag, ...(reason && { reason }) }
        try {
          return await provider.call('startBulk', { bulkAsk }, { idempotencyKey: idempotencyKey.current })
        } finally {
          idempotencyKey.current = crypto.randomUUID()
        }
      }}
      onSuccess={({ id }) => navigate(consolePaths.bulkJob(id))}
      defaultValues={{ excluded: [], reason: '' }}
      isReady={({ excluded }) => chosen(excluded).length > 0}
      submitLabel="Award points"
    >
      <p>
        Everyone who took this exam without solving the flag gets its points and an e-mail. No one loses points. Safe to
        repeat.
      </p>
      {flagList.data ? (
        <FlagChoice flags={flagList.data.flags} flag={flag} onChoose={setFlag} />
      ) : (
        <Waiting error={flagList.error} label="Loading flags…" />
      )}
      {flag &&
        (affected.data ? (
          <AffectedCandidates rows={affected.data.rows} />
        ) : (
          <Waiting error={affected.error} label="Finding affected candidates…" />
        ))}
      <ReasonInput helperText="The candidates read it." />
    </ActionDialog>
  )
}

const Waiting = ({ error, label }: { error: Error | null; label: string }) =>
  error ? <p role="alert">{sentenceOf(error)}</p> : <Spinner label={label} />

interface FlagChoiceProps {
  flags: RegradePreview['flags']
  flag: string
  onChoose: (flag: string) => void
}

function FlagChoice({ flags, flag, onChoose }: FlagChoiceProps) {
  const { setValue } = useFormContext<Regrade>()
  const choose = (id: string) => {
    setValue('excluded', [])
    onChoose(id)
  }
  return (
    <SelectField
      label="Broken flag"
      value={flag}
      onChange={choose}
      fullWidth
      options={flags.map(({ id, title, points }) => [id, `${title} · ${countOf(points, 'point')}`])}
    />
  )
}

/** All candidates are selected by default. A candidate with two attempts has one checkbox. */
function AffectedCandidates({ rows }: { rows: RegradePreview['rows'] }) {
  const { setValue } = useFormContext<Regrade>()
  const { excluded = [] } = useWatch() as Partial<Regrade>
  const people = peopleOf(rows)
  const toggle = (username: string) =>
    setValue(
      'excluded',
      excluded.includes(username) ? excluded.filter((one) => one !== username) : [...excluded, username],
    )
  const passing = rows.filter(({ state, state_before }) => state === 'passed' && state_before !== 'passed').length
  if (rows.length === 0) return <p role="status">No candidates are affected, or all of them already have the points.</p>
  return (
    <>
      <p role="status">
        {countOf(people.length, 'candidate')} affected. {passing === 0 ? 'No attempt' : countOf(passing, 'attempt')}{' '}
        would pass with these points.
      </p>
      <ul className={styles.ledger} aria-label="Affected candidates">
        {rows.map((row) => (
          <li key={`${row.username} ${row.number}`}>
            <FormControlLabel
              control={
                <Checkbox
                  size="small"
                  checked={!excluded.includes(row.username)}
                  onChange={() => toggle(row.username)}
                  slotProps={{ input: { 'aria-label': nameOf(row) } }}
                />
              }
              label={nameOf(row)}
            />
            <span className={styles.beside}>{changeOf(row)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

const peopleOf = (rows: RegradePreview['rows']) => [...new Set(rows.map(({ username }) => username))]

const nameOf = ({ full_name, username, number }: RegradePreview['rows'][number]) =>
  `${isolate(full_name)} (${username}), attempt ${number}`
