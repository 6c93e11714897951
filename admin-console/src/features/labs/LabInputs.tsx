import type { LabRecord } from '@flagyard/api-types'
import { microsOfUnits, unitsOfMicros } from '@flagyard/api-types/contract/money'
import { BooleanInput, FormDataConsumer, NumberInput, SelectInput } from 'react-admin'
import { Columns, Group, Text, Whole } from '../../crud/inputs.tsx'
import { choicesOf, cloudNames, levelNames } from '../../lib/format.ts'
import { ItemsInput } from '../content/ItemsInput.tsx'
import { ModuleInputs } from '../content/ModuleInputs.tsx'
import { ParsedInput } from '../content/ParsedInput.tsx'
import { PriceInput } from '../content/PriceInput.tsx'
import { ScriptInput } from '../content/ScriptInput.tsx'
import { DownloadInput } from './DownloadInput.tsx'
import { PlanNote } from './PlanNote.tsx'
import { linesOf, variablesOf } from './variables.ts'

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
      <Text
        source="description"
        label={labLabels.description}
        maxLength={20_000}
        multiline
        minRows={3}
        helperText="Markdown"
      />
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
      <Text
        source="walkthrough"
        orNull
        label={labLabels.walkthrough}
        maxLength={20_000}
        multiline
        minRows={3}
        helperText="Markdown: how the whole lab is solved"
      />
    </Group>
    <Group title="Defender’s side">
      <ParsedInput<LabRecord['defense']>
        source="defense"
        label={labLabels.defense}
        helperText="JSON: question, alarms (which lines of the log are right), rules (one of them right) and explanation. Empty: nothing is asked."
        format={(question) => (question ? JSON.stringify(question, null, 2) : '')}
        parse={(text) => (text.trim() === '' ? null : JSON.parse(text))}
        minRows={4}
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
