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
  duration_minutes: 'Duration in minutes',
  extensions: 'Extensions',
  extension_minutes: 'Minutes per extension',
  resets: 'Resets',
  access_days: 'Days of access',
  module: 'Terraform module',
  module_version: 'Module version',
  module_stages: 'Simulated stages',
  variables: 'Variables',
  max_resources: 'Maximum resources',
  max_hourly_cost: 'Maximum cost per hour',
  extra_fields: 'Extra data',
  downloads: 'Downloads',
  download_limit: 'Download limit per file',
  walkthrough: 'Walkthrough',
  canary: 'Canary script',
  defense: 'Defence exercise',
  flags: 'Flags',
} as const

const fieldTypes = choicesOf({
  text: 'Any text',
  ipv4: 'An IPv4 address',
  cidr: 'An IPv4 range',
  email: 'An e-mail address',
  choice: 'A choice from a list',
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
      <PriceInput emptyMeans="the lab is only sold as part of courses" />
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
          helperText="Labs that plan more cannot be published"
        />
        <CostInput />
      </Columns>
      <PlanNote />
    </Group>
    <ModuleInputs>
      <ParsedInput<LabRecord['variables']>
        source="variables"
        label={labLabels.variables}
        helperText="One per line: name = value"
        format={linesOf}
        parse={variablesOf}
        minRows={2}
      />
    </ModuleInputs>
    <Group title="Extra data">
      <ItemsInput source="extra_fields" itemLabel="Field" addLabel="Add field" newItem={newField}>
        <Columns>
          <Text source="label" label="Label" maxLength={120} isRequired />
          <Text
            source="name"
            label="Variable"
            maxLength={64}
            isRequired
            helperText="Module variable that receives the value"
          />
          <SelectInput source="type" label="Type" choices={fieldTypes} helperText={false} />
          <Whole source="max_length" label="Maximum characters" min={1} />
        </Columns>
        <Text source="hint" label="Help text" maxLength={300} />
        <FormDataConsumer>
          {({ scopedFormData }) =>
            scopedFormData?.type === 'choice' ? (
              <ParsedInput<string[]>
                source="choices"
                label="Choices"
                helperText="One per line"
                format={(choices) => (choices ?? []).join('\n')}
                parse={(text) => text.split('\n').flatMap((line) => line.trim() || [])}
                minRows={3}
              />
            ) : null
          }
        </FormDataConsumer>
        <BooleanInput source="required" label="Required" helperText={false} />
      </ItemsInput>
    </Group>
    <Group title="Downloads">
      <ItemsInput source="downloads" itemLabel="File" addLabel="Add file" newItem={newFile}>
        <Text source="name" label="Name" maxLength={200} isRequired helperText="For example capture.zip" />
        <DownloadInput />
      </ItemsInput>
      <Whole source="download_limit" label={labLabels.download_limit} />
    </Group>
    <Group title="Walkthrough">
      <LongText
        source="walkthrough"
        orNull
        label={labLabels.walkthrough}
        helperText="Markdown: full solution of the lab"
      />
    </Group>
    <Group title="Defence">
      <JsonInput
        source="defense"
        label={labLabels.defense}
        helperText="JSON with question, alarms (log lines, with the correct ones marked), rules (one of them correct) and explanation. If empty, the lab has no defence exercise."
      />
    </Group>
    <Group title="Canary">
      <ScriptInput label={labLabels.canary} without="the canary cannot run" />
    </Group>
  </>
)

/** Stored in millionths of the currency unit, because an hour of a small machine costs less than a cent. */
const CostInput = () => (
  <NumberInput
    source="max_hourly_cost"
    label={labLabels.max_hourly_cost}
    helperText="According to resource prices. Labs that cost more cannot be published. Leave empty for no limit."
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
    return `Stored as ${stored.slice(0, 12)}…${stored.slice(stored.lastIndexOf('.'))}. Upload another file to replace it.`
  return problem ? 'Choose a file first.' : 'Learners download it under the name above.'
}

/** Planned resources and cost of the saved module, next to the limits for them. */
function PlanNote() {
  const plan = useRecordContext<LabRecord>()?.plan
  if (!plan) return null
  const { resources, hourly_cost, unpriced } = plan
  return (
    <p className={styles.quiet}>
      The saved module plans {countOf(resources, 'resource')} for {formatMicros(hourly_cost, DEFAULT_CURRENCY)} per hour{' '}
      {unpriced.length > 0 ? `, excluding types without a price: ${unpriced.join(', ')}.` : '.'}
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
