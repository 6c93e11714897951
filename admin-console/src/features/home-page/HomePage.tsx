import type { HomeBlock, HomeBlockKind, HomePageSettings } from '@flagyard/api-types'
import { Icon } from '@flagyard/ui/Icon'
import { Button, IconButton } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, Form, TextInput } from 'react-admin'
import { type FieldValues, useFieldArray, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { FormState } from '../../crud/actions/ActionDialog.tsx'
import { OperationButton } from '../../crud/actions/action-table.tsx'
import { LoadingOrError, useCall, useCallMutation, useCan } from '../../crud/calls.tsx'
import { filled, LinesInput } from '../../crud/inputs.tsx'
import { ScreenHeader } from '../../crud/ScreenHeader.tsx'
import { AuditButton } from '../audit/AuditButton.tsx'
import { HomePreview } from './HomePreview.tsx'
import styles from './home-page.module.css'

/** Order, texts and visibility of the blocks of the home page. */
export default function HomePage() {
  const { data, error, refetch } = useCall('getHomePageSettings')
  return (
    <>
      <ScreenHeader
        title="Home page"
        about="What visitors see first. Counts, steps and buttons follow from your catalogue"
        actions={data && <AuditButton type="home_page" id="home_page" />}
      />
      {data ? <Settings settings={data} /> : <LoadingOrError what="the home page" error={error} retry={refetch} />}
    </>
  )
}

interface Edit {
  blocks: HomeBlock[]
}

/** Values as the call expects them, without empty lines in the list of courses. */
const editOf = ({ blocks }: Edit, version: number) => ({
  version,
  blocks: blocks.map(({ kind, shown, title, text, courses }) => ({
    kind,
    shown,
    title: title ?? '',
    text: text ?? '',
    courses: filled(courses ?? []),
  })),
})

function Settings({ settings: { blocks, version, allowed } }: { settings: HomePageSettings }) {
  const { submit } = useCallMutation<Edit>(
    (provider, edit) => provider.call('updateHomePage', { homePageEdit: editOf(edit, version) }),
    { successMessage: 'Home page saved' },
  )
  if (!allowed.includes('update'))
    return (
      <ol className={styles.blocks}>
        {blocks.map(({ kind, shown, title }, at) => (
          <li key={`${kind} ${at}`}>
            {names[kind]}
            {title && `: ${title}`}
            {!shown && ' (hidden)'}
          </li>
        ))}
      </ol>
    )
  return (
    <Form
      record={noRecord}
      defaultValues={{ blocks }}
      onSubmit={(values: FieldValues) => submit(values as Edit)}
      warnWhenUnsavedChanges
      disableInvalidFormNotification
      noValidate
      className={styles.page ?? ''}
    >
      <Blocks />
      <FormState />
      <div className={styles.buttons}>
        <OperationButton operation="updateHomePage" type="submit" variant="contained" color="primary">
          Save
        </OperationButton>
      </div>
      <PreviewSection version={version} />
    </Form>
  )
}

const noRecord = {}

const names: Record<HomeBlockKind, string> = {
  hero: 'Welcome',
  courses: 'Courses',
  steps: 'How it works',
  quotes: 'Quotes of learners',
  faqs: 'Questions',
  text: 'Free text',
}

/** Consequence of leaving the texts of a block empty. */
const hints: Record<HomeBlockKind, string> = {
  hero: 'If you leave a text empty, the page says what your catalogue offers.',
  courses: 'All courses, unless you choose some.',
  steps: 'The steps follow from your catalogue: no exam on sale, no step about exams.',
  quotes: 'The latest quotes that you published. Hidden while there are none.',
  faqs: 'The first questions of your legal page “Questions”. Hidden while it is not published.',
  text: 'Markdown.',
}

function Blocks() {
  const { fields, move, remove, append } = useFieldArray<Edit, 'blocks'>({ name: 'blocks' })
  const [moved, setMoved] = useState('')
  const blocks = useWatch<Edit, 'blocks'>({ name: 'blocks' })
  const missing = (Object.keys(names) as HomeBlockKind[]).filter(
    (kind) => kind === 'text' || !blocks.some((block) => block.kind === kind),
  )
  const moveTo = (from: number, to: number, kind: HomeBlockKind) => {
    move(from, to)
    setMoved(`${names[kind]} is now block ${to + 1} of ${fields.length}`)
  }
  return (
    <>
      <ol className={styles.blocks}>
        {fields.map(({ id, kind }, at) => (
          <li key={id}>
            <fieldset className={styles.block}>
              <legend>
                {at + 1}. {names[kind]}
              </legend>
              <div className={styles.head}>
                <p className={styles.calm}>{hints[kind]}</p>
                <span className={styles.tools}>
                  <IconButton
                    size="small"
                    aria-label={`Move ${names[kind]} up`}
                    disabled={at === 0}
                    onClick={() => moveTo(at, at - 1, kind)}
                  >
                    <span className={styles.up}>
                      <Icon name="chevron" size={16} />
                    </span>
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={`Move ${names[kind]} down`}
                    disabled={at === fields.length - 1}
                    onClick={() => moveTo(at, at + 1, kind)}
                  >
                    <Icon name="chevron" size={16} />
                  </IconButton>
                  <Button size="small" aria-label={`Remove ${names[kind]}`} onClick={() => remove(at)}>
                    Remove
                  </Button>
                </span>
              </div>
              <BlockInputs kind={kind} at={at} />
            </fieldset>
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
      <BlockError />
      <div className={styles.buttons}>
        {missing.map((kind) => (
          <Button
            key={kind}
            size="small"
            variant="outlined"
            onClick={() => append({ kind, shown: true, title: '', text: '', courses: [] })}
          >
            Add {names[kind].toLowerCase()}
          </Button>
        ))}
      </div>
    </>
  )
}

/** An error of the list itself, such as one without blocks. */
function BlockError() {
  const { errors } = useFormState()
  const message = errors.blocks?.message ?? errors.blocks?.root?.message
  return message ? <p role="alert">{String(message)}</p> : null
}

function BlockInputs({ kind, at }: { kind: HomeBlockKind; at: number }) {
  const path = (field: keyof HomeBlock) => `blocks.${at}.${field}`
  const asTyped = { parse: (typed: string) => typed, helperText: false, fullWidth: true } as const
  return (
    <>
      <BooleanInput source={path('shown')} label="Shown" helperText={false} />
      <TextInput source={path('title')} label="Title" {...asTyped} />
      {kind === 'hero' && <TextInput source={path('text')} label="Introduction" multiline {...asTyped} />}
      {kind === 'text' && <TextInput source={path('text')} label="Text" multiline minRows={4} {...asTyped} />}
      {kind === 'courses' && (
        <LinesInput
          source={path('courses')}
          label="Featured courses"
          helperText="Slugs, one per line, in this order"
          fullWidth
        />
      )}
    </>
  )
}

/** Shows the typed blocks when asked, because each preview reads the whole catalogue. */
function PreviewSection({ version }: { version: number }) {
  const { getValues } = useFormContext<Edit>()
  const [previewed, setPreviewed] = useState<ReturnType<typeof editOf>>()
  const can = useCan()
  const preview = useCall('previewHomePage', previewed && { homePageEdit: previewed }, {
    enabled: previewed !== undefined,
    staleTime: 0,
  })
  if (!can({ operation: 'previewHomePage' })) return null
  return (
    <section className={styles.preview} aria-label="Preview">
      <div>
        <Button variant="outlined" onClick={() => setPreviewed(editOf(getValues(), version))}>
          {previewed ? 'Update the preview' : 'Show a preview'}
        </Button>
      </div>
      {previewed &&
        (preview.data ? (
          <HomePreview home={preview.data} />
        ) : (
          <LoadingOrError what="the preview" error={preview.error} retry={preview.refetch} />
        ))}
    </section>
  )
}
