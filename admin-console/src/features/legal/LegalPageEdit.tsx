import type { LegalPageName, LegalPageRecord } from '@flagyard/api-types'
import { consolePaths } from '@flagyard/api-types/console-links'
import { acceptedPages, legalPageNames, legalTitles, legalVersionPath } from '@flagyard/api-types/legal/pages'
import { fillTemplate } from '@flagyard/api-types/legal/templates'
import { countryName } from '@flagyard/api-types/taxes/countries'
import { siteName } from '@flagyard/ui/brand'
import { Button } from '@mui/material'
import { BooleanInput, DateTimeInput, Form, required, TextInput } from 'react-admin'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { useParams } from 'react-router-dom'
import { FormState } from '../../crud/actions/ActionDialog.tsx'
import { actionsOn, OperationButton, RecordButtons } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall, useCallMutation } from '../../crud/calls.tsx'
import NotFound from '../../crud/record/NotFound.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { countOf, formatMoment } from '../../lib/format.ts'
import { AuditButton } from '../audit/AuditButton.tsx'
import { MarkdownInput } from '../content/markdown/MarkdownInput.tsx'
import { Preview } from '../content/markdown/Preview.tsx'
import styles from './legal.module.css'

const back = { to: consolePaths.legalPages, label: 'Legal pages' }

export default function LegalPageEdit() {
  const name = useParams().page
  const page = legalPageNames.find((known) => known === name)
  return page ? <KnownPage key={page} page={page} /> : <NotFound />
}

function KnownPage({ page }: { page: LegalPageName }) {
  const { data, error, refetch } = useCall('getLegalPageForAdmin', { page })
  const template = useTemplate(page)
  return (
    <>
      <ScreenHeader
        title={legalTitles[page]}
        back={back}
        about={data && stateOf(data)}
        actions={
          data && (
            <>
              <AuditButton type="legal_page" id={page} />
              <RecordButtons record={data} actions={legalActions} />
            </>
          )
        }
      />
      {data && template !== undefined ? (
        <div className={styles.page}>
          {data.next?.effective_at ? (
            <section className={styles.card} aria-label="Scheduled version">
              <p className={styles.calm}>To change the text, cancel its publication first.</p>
              <Preview text={data.next.markdown} ownLinks />
            </section>
          ) : (
            data.allowed.includes('save_draft') && (
              <DraftForm key={data.next?.version ?? 0} record={data} template={template} />
            )
          )}
          <Versions record={data} />
        </div>
      ) : (
        <LoadingOrError what="the page" error={error} retry={refetch} />
      )}
    </>
  )
}

const stateOf = ({ versions: [current], next }: LegalPageRecord) =>
  [
    current?.effective_at
      ? `Version ${current.version} in effect since ${formatMoment(current.effective_at)}`
      : 'Not published',
    next?.effective_at && `version ${next.version} from ${formatMoment(next.effective_at)}`,
    next && !next.effective_at && `draft of version ${next.version}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The template with the values of the brand and the seller; undefined while they load. */
function useTemplate(page: LegalPageName): string | undefined {
  const brand = useCall('getBrand')
  const seller = useCall('getSeller')
  if (brand.isPending || seller.isPending) return undefined
  const current = seller.data?.current
  return fillTemplate(page, {
    site: brand.data?.name ?? siteName,
    seller: current?.name,
    address: current ? `${current.address}\n${countryName(current.country)}` : undefined,
    email: brand.data?.support_address ?? current?.email ?? undefined,
    tax_id: current?.tax_id ?? undefined,
  })
}

type Draft = Pick<NonNullable<LegalPageRecord['next']>, 'markdown' | 'summary' | 'needs_acceptance'>

function DraftForm({ record: { page, next, versions }, template }: { record: LegalPageRecord; template: string }) {
  const [current] = versions
  const { submit } = useCallMutation<Draft>(
    (provider, { markdown, summary, needs_acceptance }) =>
      provider.call('saveLegalDraft', {
        page,
        legalDraftInput: { markdown, summary: summary ?? '', needs_acceptance, edit: next?.edit ?? 0 },
      }),
    { successMessage: 'Draft saved' },
  )
  const isAccepted = acceptedPages.includes(page)
  const defaults: Draft = next ?? {
    markdown: current?.markdown ?? template,
    summary: '',
    needs_acceptance: isAccepted && !current,
  }
  return (
    <section className={styles.card} aria-label="Draft">
      {!next && !current && (
        <p className={styles.calm}>
          This is a template. Replace the texts in braces, have it checked by a lawyer, and remove the note at its
          beginning. You cannot publish it before.
        </p>
      )}
      <Form
        record={noRecord}
        defaultValues={defaults}
        onSubmit={(values: FieldValues) => submit(values as Draft)}
        warnWhenUnsavedChanges
        disableInvalidFormNotification
        noValidate
        className={styles.form ?? ''}
      >
        <MarkdownInput source="markdown" label="Text" maxLetters={60_000} ownLinks />
        <TextInput
          source="summary"
          label="Changes"
          helperText="What changed since the last version. Shown with the versions of the page"
          parse={(typed: string) => typed}
          fullWidth
        />
        {isAccepted && (
          <BooleanInput
            source="needs_acceptance"
            label="Has to be accepted"
            helperText={
              page === 'terms'
                ? 'Learners who accepted an earlier version are asked at their next purchase, and on their dashboard'
                : 'Learners are asked before they start their next lab'
            }
          />
        )}
        {page === 'exam_rules' && (
          <p className={styles.calm}>
            Candidates accept the exam rules with each booking, before the rules of the exam.
          </p>
        )}
        <FormState />
        <div className={styles.buttons}>
          <OperationButton operation="saveLegalDraft" type="submit" variant="contained" color="primary">
            Save draft
          </OperationButton>
          <TemplateButton template={template} />
        </div>
      </Form>
    </section>
  )
}

const noRecord = {}

function TemplateButton({ template }: { template: string }) {
  const { setValue } = useFormContext()
  return (
    <Button onClick={() => setValue('markdown', template, { shouldDirty: true })}>Replace with the template</Button>
  )
}

const action = actionsOn<LegalPageRecord>()

const legalActions = [
  action({
    name: 'publish',
    operation: 'publishLegalPage',
    label: 'Publish now…',
    variant: 'contained',
    title: ({ page, next }) => `Publish version ${next?.version} of “${legalTitles[page]}”?`,
    body: (record) => <Consequences record={record} />,
    input: ({ page, next }) => ({ page, legalPublication: { edit: next?.edit ?? 0 } }),
    submit: 'Publish now',
    success: 'Published',
  }),
  action({
    name: 'publish',
    operation: 'publishLegalPage',
    label: 'Schedule…',
    title: ({ page, next }) => `Schedule version ${next?.version} of “${legalTitles[page]}”`,
    body: (record) => (
      <>
        <DateTimeInput
          source="effective_at"
          label="In effect from"
          helperText={`In your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}. You can cancel it until then.`}
          validate={required('Enter a date and time')}
        />
        <Consequences record={record} />
      </>
    ),
    defaults: { effective_at: '' },
    input: ({ page, next }, { effective_at }) => ({
      page,
      legalPublication: { edit: next?.edit ?? 0, effective_at: new Date(effective_at).toISOString() },
    }),
    isReady: ({ effective_at }) => !!effective_at,
    submit: 'Schedule',
    success: 'Publication scheduled',
  }),
  action({
    name: 'cancel',
    operation: 'cancelLegalPublication',
    label: 'Cancel publication',
    input: ({ page, next }) => ({ page, legalCancellation: { edit: next?.edit ?? 0 } }),
    success: 'Publication cancelled. The text is a draft again',
  }),
]

const Consequences = ({ record: { next } }: { record: LegalPageRecord }) => (
  <p>
    Publishes the saved draft. A version in effect cannot be changed, and remains readable under its own address.
    {next?.needs_acceptance && ' Learners have to accept it.'}
  </p>
)

function Versions({ record: { page, versions } }: { record: LegalPageRecord }) {
  if (versions.length === 0) return null
  return (
    <section className={styles.card} aria-label="Versions">
      <h2 className={styles.title}>Versions</h2>
      {versions.map(({ version, markdown, summary, needs_acceptance, effective_at, accepted }) => (
        <details key={version}>
          <summary>
            Version {version}, from {effective_at && formatMoment(effective_at)}
            {needs_acceptance && ', has to be accepted'}
            {accepted > 0 && `, accepted by ${countOf(accepted, 'account')}`}
            {summary && `: ${summary}`}
          </summary>
          <p>
            {/* A plain link, because the page is in the learner app. */}
            <a href={legalVersionPath(page, version)}>Public page</a>
          </p>
          <Preview text={markdown} ownLinks />
        </details>
      ))}
    </section>
  )
}
