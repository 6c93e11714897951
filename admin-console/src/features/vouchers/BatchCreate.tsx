import type { VoucherBatchReport } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/links'
import { useRef, useState } from 'react'
import { DateInput, Form, useRequireAccess } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { OperationButton } from '../../crud/actions.tsx'
import { useCallMutation } from '../../crud/calls.tsx'
import { FormState } from '../../crud/Dialog.tsx'
import { Columns, OrganisationInput, Text, Whole } from '../../crud/inputs.tsx'
import { Quiet, RecordCard } from '../../crud/RecordCards.tsx'
import { ScreenHeader } from '../../crud/RecordPage.tsx'
import { countOf } from '../../lib/format.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import styles from './BatchCreate.module.css'
import { BatchReport } from './BatchReport.tsx'
import { type BatchFields, batchOf, calls, noBatch } from './batch-fields.ts'
import { RecipientsInput } from './RecipientsInput.tsx'
import { TargetInput } from './TargetInput.tsx'

interface Looked {
  /** The request that was previewed. If the form differs from it, a new preview is needed. */
  asked: string
  report: VoucherBatchReport
}

/** Creates a batch of vouchers in two steps: preview, then create all or none. Without permission, react-admin's access-denied page is shown. */
export default function BatchCreate() {
  const { isPending } = useRequireAccess({ action: 'create', resource: 'vouchers' })
  return isPending ? null : <Batch />
}

function Batch() {
  const navigate = useNavigate()
  const [looked, setLooked] = useState<Looked>()
  /** One key per batch, so that a double click creates it only once. */
  const key = useRef(crypto.randomUUID())
  const send = async (
    provider: ConsoleDataProvider,
    { fields, dry_run }: { fields: BatchFields; dry_run: boolean },
  ) => {
    const { call, body } = calls[fields.kind]
    const input = { [body]: { ...batchOf(fields), dry_run } } as never
    const report = await provider.call(call, input, dry_run ? {} : { idempotencyKey: key.current })
    return { report, asked: JSON.stringify(batchOf(fields)) }
  }
  const look = useCallMutation(send, { onSuccess: setLooked, isGone: true })
  const make = useCallMutation(send, {
    successMessage: 'The vouchers are made',
    onSuccess: ({ report }) => navigate(consolePaths.voucherBatch(report.batch ?? '')),
    isGone: true,
  })
  const submit = async (fields: Record<string, unknown>) => {
    const batch = fields as unknown as BatchFields
    const isLooked = looked?.asked === JSON.stringify(batchOf(batch)) && looked.report.refused === 0
    const errors = isLooked
      ? await make.submit({ fields: batch, dry_run: false })
      : await look.submit({ fields: batch, dry_run: true })
    if (!isLooked) key.current = crypto.randomUUID()
    return errors && atFields(errors)
  }
  return (
    <>
      <ScreenHeader
        title="New batch of vouchers"
        back={{ to: consolePaths.listVouchers, label: 'Vouchers' }}
        about="Up to 10,000 at once. First you see what is made."
      />
      <Form
        defaultValues={noBatch}
        onSubmit={submit}
        disableInvalidFormNotification
        noValidate
        className={styles.form ?? ''}
      >
        <RecordCard title="What">
          <TargetInput />
          <Columns>
            <Whole
              source="uses"
              label="Uses of each"
              min={1}
              max={1000}
              helperText="How many people may use one code"
            />
            <DateInput
              source="until"
              label="Can be used until"
              helperText="The end of that day, in UTC. Empty: no end."
              parse={(typed: string) => typed}
            />
          </Columns>
          <Columns>
            <OrganisationInput helperText="Stands in the mails as who gives it. One that is not there yet is added under Organisations." />
            <Text source="note" label="Note" maxLength={500} helperText="For administrators" />
          </Columns>
        </RecordCard>
        <RecordCard title="For whom">
          <RecipientsInput />
          <Whole
            source="count"
            label="How many"
            min={1}
            max={10_000}
            isOptional
            helperText="Empty: one for each recipient. More than there are recipients: the rest is for nobody in particular."
          />
        </RecordCard>
        <FormState />
        <Outcome looked={looked} />
      </Form>
    </>
  )
}

/** Maps field errors of the request body to the names of the form's fields. */
function atFields(errors: Record<string, unknown>) {
  const named = Object.entries(errors).map(([field, error]) => {
    const name = field.replace(/^\w+Voucher\./, '')
    return [name === 'expires_at' ? 'until' : name === 'recipients_csv' ? 'recipients' : name, error]
  })
  return Object.fromEntries(named)
}

function Outcome({ looked }: { looked: Looked | undefined }) {
  const { isSubmitting } = useFormState()
  const { getValues } = useFormContext()
  // Rerenders on every change.
  useWatch()
  const isSame = looked?.asked === JSON.stringify(batchOf(getValues() as BatchFields))
  const canMake = isSame && looked.report.refused === 0
  return (
    <>
      {isSame && <BatchReport report={looked.report} />}
      {looked && !isSame && <Quiet>You changed something since: look at it again.</Quiet>}
      <div className={styles.buttons}>
        <OperationButton operation="createCourseVouchers" type="submit" variant="contained" loading={isSubmitting}>
          {canMake ? `Make ${countOf(looked.report.count, 'voucher')}` : 'Look at it first'}
        </OperationButton>
      </div>
    </>
  )
}
