import type { LabRecord, StoredFile } from '@flagyard/api-types'
import { DEFAULT_CURRENCY, microsOfUnits, unitsOfMicros } from '@flagyard/api-types/contract/money'
import {
  BooleanInput,
  FormDataConsumer,
  NumberInput,
  required,
  SelectInput,
  useInput,
  useRecordContext,
} from 'react-admin'
import { Columns, Group, Text, Whole } from '../../crud/inputs.tsx'
import { choicesOf, cloudNames, countOf, formatMicros, levelNames } from '../../lib/format.ts'
import styles from '../content/content.module.css'
import { ItemsInput } from '../content/ItemsInput.tsx'
import { JsonInput, LongText, ModuleInputs, ParsedInput, ScriptInput } from '../content/ModuleInputs.tsx'
import { PriceInput } from '../content/PriceInput.tsx'
import { UploadField } from '../uploads/UploadField.tsx'

export const labLabels = {
  title: 'Title',
  description: 'Description',
  difficulty: 'Difficulty',
  cloud: 'Cloud',
  price: 'Price',
  duration_minutes: 'Minutes',
  extensions: 'Extensions',
  extension_minutes: 'Minutes of an extension',
  resets: 'Resets',
  access_days: 'Days of access',
  module: 'Terraform module',
  module_version: 'Version of the module',
  module_stages: 'Stages of the simulated cloud',
  variables: 'Variables',
  max_resources: 'Most resources',
  max_hourly_cost: 'Most cost an hour',
  extra_fields: 'Extra data',
  downloads: 'Downloads',
  download_limit: 'Times that a file may be downloaded',
  walkthrough: 'Walkthrough',
  canary: 'Script of the canary',
  defense: 'Defender’s question',
  flags: 'Flags',
} as const

const fieldTypes = choicesOf({
  text: 'Any text',
  ipv4: 'An IPv4 address',
  cidr: 'A range of IPv4 addresses',
  email: 'An e-mail address',
  choice: 'One of a list',
})

const newField = { name: '', label: '', hint: '', required: false, max_length: 200, type: 'text', choices: [] }
const newFile = { name: '', file: '' }

export const LabBasics = () => (
  <Columns>
    <SelectInput source="difficulty" label={labLabels.difficulty} choices={choicesOf(levelNames)} helperText={false} />
    <SelectInput source="cloud" label={labLabels.cloud} choices={choicesOf(cloudNames)} helperText={false} />
    <Whole source="duration_minutes" label={labLabels.duration_minutes} min={1} />
  </Columns>
)

export const LabInputs = () => (
  <>
    <Group title="Details">
      <Text source="title" label={labLabels.title} maxLength={200} isRequired />
      <LabBasics />
      <LongText source="description" label={labLabels.description} />
      <PriceInput emptyMeans="not sold on its own" />
    </Group>
    <Group title="Time and limits">
      <Columns>
        <Whole source="extensions" label={labLabels.extensions} />
        <Whole source="extension_minutes" label={labLabels.extension_minutes} />
        <Whole source="resets" label={labLabels.resets} />
        <Whole source="access_days" label={labLabels.access_days} min={1} />
        <Whole
          source="max_resources"
          label={labLabels.max_resources}
          helperText="A lab that plans more is not published"
        />
        <CostInput />
      </Columns>
      <PlanNote />
    </Group>
    <ModuleInputs>
      <ParsedInput<LabRecord['variables']>
        source="variables"
        label={labLabels.variables}
        helperText="One a line: name = value"
        format={linesOf}
        parse={variablesOf}
        minRows={2}
      />
    </ModuleInputs>
    <Group title="Extra data">
      <ItemsInput source="extra_fields" itemLabel="Field" addLabel="Add a field" newItem={newField}>
        <Columns>
          <Text source="label" label="Label" maxLength={120} isRequired />
          <Text
            source="name"
            label="Variable"
            maxLength={64}
            isRequired
            helperText="The module receives it under this name"
          />
          <SelectInput source="type" label="Takes" choices={fieldTypes} helperText={false} />
          <Whole source="max_length" label="Most characters" min={1} />
        </Columns>
        <Text source="hint" label="Help" maxLength={300} />
        <FormDataConsumer>
          {({ scopedFormData }) =>
            scopedFormData?.type === 'choice' ? (
              <ParsedInput<string[]>
                source="choices"
                label="Choices"
                helperText="One a line"
                format={(choices) => (choices ?? []).join('\n')}
                parse={(text) => text.split('\n').flatMap((line) => line.trim() || [])}
                minRows={3}
              />
            ) : null
          }
        </FormDataConsumer>
        <BooleanInput source="required" label="Must be filled in" helperText={false} />
      </ItemsInput>
    </Group>
    <Group title="Downloads">
      <ItemsInput source="downloads" itemLabel="File" addLabel="Add a file" newItem={newFile}>
        <Text source="name" label="Name" maxLength={200} isRequired helperText="Such as capture.zip" />
        <DownloadInput />
      </ItemsInput>
      <Whole source="download_limit" label={labLabels.download_limit} />
    </Group>
    <Group title="Walkthrough">
      <LongText
        source="walkthrough"
        orNull
        label={labLabels.walkthrough}
        helperText="Markdown: how the whole lab is solved"
      />
    </Group>
    <Group title="Defender’s side">
      <JsonInput
        source="defense"
        label={labLabels.defense}
        helperText="JSON: question, alarms (which lines of the log are right), rules (one of them right) and explanation. Empty: nothing is asked."
      />
    </Group>
    <Group title="Canary">
      <ScriptInput label={labLabels.canary} without="it cannot be tried" />
    </Group>
  </>
)

/** Stored in millionths of the currency unit, because an hour of a small machine costs less than a cent. */
const CostInput = () => (
  <NumberInput
    source="max_hourly_cost"
    label={labLabels.max_hourly_cost}
    helperText="By the price list. A lab that costs more is not published; empty for no limit"
    min={0}
    step="any"
    format={(cost?: number | null) => (typeof cost === 'number' ? unitsOfMicros(cost) : '')}
    parse={(typed: string) => (typed === '' ? null : microsOfUnits(Number(typed)))}
  />
)

/** The file of a download: shows its name, and replaces it. */
function DownloadInput() {
  const { field, fieldState } = useInput<string>({ source: 'file', validate: required('Choose a file') })
  return (
    <UploadField
      kind="download"
      label="File"
      value={null}
      onChange={(file: StoredFile | null) => file && field.onChange(file.name)}
      helperText={helpOf(field.value, fieldState.error?.message)}
    />
  )
}

const helpOf = (stored: string, problem: string | undefined) => {
  if (stored)
    return `Stored as ${stored.slice(0, 12)}…${stored.slice(stored.lastIndexOf('.'))}. Another one takes its place.`
  return problem ? 'Choose a file first.' : 'Learners receive it under the name above.'
}

/** Planned resources and cost of the saved module, next to the limits for them. */
function PlanNote() {
  const plan = useRecordContext<LabRecord>()?.plan
  if (!plan) return null
  const { resources, hourly_cost, unpriced } = plan
  return (
    <p className={styles.quiet}>
      As saved, the module plans {countOf(resources, 'resource')} for {formatMicros(hourly_cost, DEFAULT_CURRENCY)} an
      hour
      {unpriced.length > 0 ? `, and what has no price: ${unpriced.join(', ')}.` : '.'}
    </p>
  )
}

/** Variables as lines of `name = value`. Values with line breaks, outer spaces or a leading quote are written as JSON strings. */
export const linesOf = (variables: Record<string, string> | null | undefined): string =>
  Object.entries(variables ?? {})
    .map(([name, value]) => `${name} = ${isPlain(value) ? value : JSON.stringify(value)}`)
    .join('\n')

const isPlain = (value: string) => value === value.trim() && !/[\r\n]/.test(value) && !value.startsWith('"')

export function variablesOf(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? []
      if (name === undefined || value === undefined) throw new Error(`Write name = value: ${line.trim().slice(0, 40)}`)
      return [name, value.startsWith('"') ? String(JSON.parse(value)) : value]
    }),
  )
}
