import type { VoucherBatchReport } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { readTextFile } from '@flagyard/ui/decode-text'
import { ScrollRegion } from '@flagyard/ui/ScrollRegion'
import { Button } from '@mui/material'
import { type ChangeEvent, useRef, useState } from 'react'
import { AutocompleteInput, Form, RadioButtonGroupInput, required, useRequireAccess } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { FormState } from '../../crud/actions/ActionDialog.tsx'
import { OperationButton } from '../../crud/actions/action-table.tsx'
import { useCall, useCallMutation } from '../../crud/calls.tsx'
import { Columns, DayInput, OrganisationInput, Text, Whole } from '../../crud/inputs.tsx'
import { Quiet, RecordCard } from '../../crud/record/RecordCards.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { countOf } from '../../lib/format.ts'
import type { ConsoleDataProvider } from '../../providers/data-provider.ts'
import styles from './BatchCreate.module.css'
import { type BatchFields, batchOf, calls, noBatch } from './batch-fields.ts'

interface BatchPreview {
  /** The request that was previewed. If the form differs from it, a new preview is needed. */
  request: string
  report: VoucherBatchReport
}

/** Creates a batch of vouchers in two steps: preview, then create all or none. Without permission, react-admin's access-denied page is shown. */
export default function BatchCreate() {
  const { isPending } = useRequireAccess({ action: 'create', resource: 'vouchers' })
  return isPending ? null : <Batch />
}

function Batch() {
  const navigate = useNavigate()
  const [preview, setPreview] = useState<BatchPreview>()
  /** One key per batch, so that a double click creates it only once. */
  const key = useRef(crypto.randomUUID())
  const send = async (
    provider: ConsoleDataProvider,
    { fields, dry_run }: { fields: BatchFields; dry_run: boolean },
  ) => {
    const { call, body } = calls[fields.kind]
    const input = { [body]: { ...batchOf(fields), dry_run } } as never
    const report = await provider.call(call, input, dry_run ? {} : { idempotencyKey: key.current })
    return { report, request: JSON.stringify(batchOf(fields)) }
  }
  const look = useCallMutation(send, { onSuccess: setPreview, isGone: true })
  const make = useCallMutation(send, {
    successMessage: 'Vouchers created',
    onSuccess: ({ report }) => navigate(consolePaths.voucherBatch(report.batch ?? '')),
    isGone: true,
  })
  const submit = async (fields: Record<string, unknown>) => {
    const batch = fields as unknown as BatchFields
    const isLooked = preview?.request === JSON.stringify(batchOf(batch)) && preview.report.refused === 0
    const errors = isLooked
      ? await make.submit({ fields: batch, dry_run: false })
      : await look.submit({ fields: batch, dry_run: true })
    if (!isLooked) key.current = crypto.randomUUID()
    return errors && atFields(errors)
  }
  return (
    <>
      <ScreenHeader
        title="New voucher batch"
        back={{ to: consolePaths.listVouchers, label: 'Vouchers' }}
        about="Up to 10,000 vouchers. You will see a preview first."
      />
      <Form
        defaultValues={noBatch}
        onSubmit={submit}
        disableInvalidFormNotification
        noValidate
        className={styles.form ?? ''}
      >
        <RecordCard title="Vouchers">
          <TargetInput />
          <Columns>
            <Whole
              source="uses"
              label="Uses per voucher"
              min={1}
              max={1000}
              helperText="Number of people who can use one code"
            />
            <DayInput
              source="until"
              label="Expiry date"
              helperText="Expires at the end of that day, UTC. Leave empty for no expiry."
            />
          </Columns>
          <Columns>
            <OrganisationInput helperText="Named in e-mails as the sender of the gift. Add new ones under Organisations." />
            <Text source="note" label="Note" maxLength={500} helperText="Only visible to administrators" />
          </Columns>
        </RecordCard>
        <RecordCard title="Recipients">
          <RecipientsInput />
          <Whole
            source="count"
            label="Number of vouchers"
            min={1}
            max={10_000}
            isOptional
            helperText="Leave empty for one per recipient. If there are more vouchers than recipients, the rest are unassigned."
          />
        </RecordCard>
        <FormState />
        <Outcome preview={preview} />
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

function Outcome({ preview }: { preview: BatchPreview | undefined }) {
  const { isSubmitting } = useFormState()
  const { getValues } = useFormContext()
  // Rerenders on every change.
  useWatch()
  const isCurrent = preview?.request === JSON.stringify(batchOf(getValues() as BatchFields))
  const canCreate = isCurrent && preview.report.refused === 0
  return (
    <>
      {isCurrent && <BatchReport report={preview.report} />}
      {preview && !isCurrent && <Quiet>The form has changed. Update the preview.</Quiet>}
      <div className={styles.buttons}>
        <OperationButton operation="createCourseVouchers" type="submit" variant="contained" loading={isSubmitting}>
          {canCreate ? `Create ${countOf(preview.report.count, 'voucher')}` : 'Preview'}
        </OperationButton>
      </div>
    </>
  )
}

const BatchReport = ({ report: { title, count, recipients, refused, rows } }: { report: VoucherBatchReport }) => (
  <RecordCard title="Preview">
    <p role="status">
      {refused > 0
        ? `${refused} of ${countOf(recipients, 'line')} ${refused === 1 ? 'has an error' : 'have errors'}. Correct them first.`
        : `${countOf(count, 'voucher')} for ${title}. ${
            recipients === 0
              ? 'No e-mails are sent. You download the codes.'
              : `${recipients === 1 ? 'One recipient gets' : `${recipients.toLocaleString('en')} recipients get`} their code by e-mail immediately.`
          }`}
    </p>
    {rows.length > 0 && (
      <ScrollRegion label="Lines" className={styles.rows}>
        <ul>
          {rows.map(({ line, email, error }) => (
            <li key={`${line} ${email}`}>
              <span className={styles.line}>Line {line}</span>
              <span>{email || 'nothing'}</span>
              {error && <span className={styles.error}>{error}</span>}
            </li>
          ))}
        </ul>
      </ScrollRegion>
    )}
  </RecordCard>
)

/** Recipients, typed one per line or loaded from a file. Loaded text can be edited. */
function RecipientsInput() {
  const { setValue } = useFormContext()
  const file = useRef<HTMLInputElement>(null)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? []
    const text = chosen && (await readTextFile(chosen))
    // Resets the input, so that a corrected file of the same name can be selected again.
    target.value = ''
    if (text !== undefined) setValue('recipients', text, { shouldDirty: true })
  }
  return (
    <>
      <Quiet>
        One e-mail address per line, or a CSV file with a header line and a column “email”; other columns are ignored.
        Without recipients, you download the codes and hand them out yourself.
      </Quiet>
      <div className={styles.choose}>
        <Button variant="outlined" onClick={() => file.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-label="Recipients file"
          hidden
          onChange={(event) => void choose(event)}
        />
      </div>
      <Text source="recipients" label="Recipients" multiline minRows={3} maxRows={12} />
    </>
  )
}

const kinds = [
  { id: 'course', name: 'Course' },
  { id: 'lab', name: 'Lab' },
  { id: 'exam', name: 'Exam' },
]

/** Content that the vouchers unlock. Drafts are included. */
function TargetInput() {
  const kind: string = useWatch({ name: 'kind' })
  const { setValue } = useFormContext()
  const courses = useCall('listCourseChoices', {}, { enabled: kind === 'course' })
  const labs = useCall('listLabChoices', {}, { enabled: kind === 'lab' })
  const exams = useCall('listExamChoices', {}, { enabled: kind === 'exam' })
  const { data = [], isPending } = kind === 'course' ? courses : kind === 'lab' ? labs : exams
  return (
    <>
      <RadioButtonGroupInput
        source="kind"
        label="Kind"
        choices={kinds}
        helperText={false}
        onChange={() => setValue('target', '')}
      />
      <AutocompleteInput
        source="target"
        label="Product"
        choices={data.map(({ slug, title }) => ({ id: slug, name: title }))}
        isPending={isPending}
        validate={required('Choose a product')}
        helperText={false}
        parse={(chosen: string | null) => chosen ?? ''}
        fullWidth
      />
    </>
  )
}
