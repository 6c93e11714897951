import { useDebounced } from '@flagyard/ui/useDebounced'
import { useState } from 'react'
import { type FieldValues, useWatch } from 'react-hook-form'
import type { CallName } from '../../providers/data-provider.ts'
import type { CallOutcome, Send } from '../calls.tsx'
import { ReasonInput } from '../inputs.tsx'
import { ActionDialog, DryRunResult, useDryRun } from './ActionDialog.tsx'
import type { Actionable, CommonValues, RecordAction } from './action-spec.ts'

interface Props {
  record: Actionable
  action: RecordAction<Actionable>
  title: string
  submit: string
  send: Send<FieldValues & CommonValues, unknown>
  outcome: CallOutcome<unknown>
  onClose: () => void
}

/** The dialog of an action, loaded when it is asked for: the first list does without the inputs. */
export default function ActionFormDialog({ record, action, title, submit, send, outcome, onClose }: Props) {
  const { body, preview, reason, defaults, isReady } = action
  /** Counts refusals: the preview is asked again after each, because what it depends on may have changed. */
  const [refusals, setRefusals] = useState(0)
  const call: typeof send = (provider, values) =>
    send(provider, values).catch((error) => {
      setRefusals((before) => before + 1)
      throw error
    })
  const text = typeof body === 'function' ? body(record) : body
  return (
    <ActionDialog<FieldValues & CommonValues, unknown>
      title={title}
      onClose={onClose}
      call={call}
      {...outcome}
      defaultValues={{
        ...(reason && { reason: '' }),
        ...(preview && { preview: '' }),
        ...((typeof defaults === 'function' ? defaults(record) : defaults) as CommonValues),
      }}
      isReady={(values) => (isReady ? isReady(values, record) : !preview || !!values.preview)}
      submitLabel={submit}
      color={action.color}
      waiting={action.waiting}
    >
      {typeof text === 'string' ? <p>{text}</p> : text}
      {preview && <Preview key={refusals} record={record} action={action} preview={preview} />}
      {reason && <ReasonInput {...(reason === true ? {} : reason)} />}
      {action.after?.(record)}
    </ActionDialog>
  )
}

/** Runs the dry run of an action while its dialog is filled in, and shows the outcome. */
function Preview({
  record,
  action,
  preview,
}: Pick<Props, 'record' | 'action'> & { preview: NonNullable<Props['action']['preview']> }) {
  const values = useWatch() as Partial<FieldValues & CommonValues>
  const input = preview.input(record, values)
  const key = JSON.stringify(input)
  const settled = useDebounced(key)
  const isAsked = input !== false && (!preview.debounce || settled === key)
  const answer = useDryRun(action.operation as CallName, input || undefined, isAsked)
  return (
    <>
      <DryRunResult
        answer={isAsked ? (answer as typeof answer & { data?: { preview: string | null } }) : NOT_ASKED}
        empty={preview.empty}
      >
        {(outcome) => preview.show(outcome as never, record)}
      </DryRunResult>
      {preview.inputs?.(answer.data as never, values)}
    </>
  )
}

const NOT_ASKED = { error: null, isFetching: false }
