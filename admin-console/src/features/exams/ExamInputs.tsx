import type { ExamRecord } from '@flagyard/api-types'
import { BooleanInput, SelectInput } from 'react-admin'
import { useCall } from '../../crud/calls.tsx'
import { Columns, Group, Text, Whole } from '../../crud/inputs.tsx'
import { choicesOf, cloudNames } from '../../lib/format.ts'
import { LongText, ModuleInputs, ParsedInput, ScriptInput } from '../content/ModuleInputs.tsx'
import { PriceInput } from '../content/PriceInput.tsx'

export const examLabels = {
  title: 'Title',
  description: 'Description',
  rules: 'Rules',
  cloud: 'Cloud',
  course: 'Course',
  price: 'Price',
  bookable: 'Booking is open',
  duration_minutes: 'Minutes',
  passing_points: 'Points to pass',
  attempts: 'Attempts',
  cooldown_days: 'Days to wait after each attempt',
  reschedules: 'Times that a booking may be moved',
  reschedule_until_hours: 'Until so many hours before',
  resets: 'Resets',
  extension_ceiling_minutes: 'Most extra minutes',
  address_variable: 'Variable of the admitted address',
  module: 'Terraform module',
  module_version: 'Version of the module',
  module_stages: 'Stages of the simulated cloud',
  certificate_title: 'Title on the certificate',
  certificate_months: 'Months that it is valid',
  canary: 'Script that solves it',
  flags: 'Flags',
} as const

/** Inputs that a new exam requires. */
export const ExamBasics = () => (
  <>
    <Columns>
      <SelectInput source="cloud" label={examLabels.cloud} choices={choicesOf(cloudNames)} helperText={false} />
      <Whole source="duration_minutes" label={examLabels.duration_minutes} min={1} />
      <Whole source="passing_points" label={examLabels.passing_points} />
    </Columns>
    <PriceInput />
  </>
)

export const ExamInputs = () => (
  <>
    <Group title="Details">
      <Text source="title" label={examLabels.title} maxLength={200} isRequired />
      <ExamBasics />
      <CourseInput />
      <LongText source="description" label={examLabels.description} />
      <LongText source="rules" label={examLabels.rules} helperText="Markdown: what candidates agree to" />
      <BooleanInput
        source="bookable"
        label={examLabels.bookable}
        helperText="Until then it is shown, and not for sale"
      />
    </Group>
    <Group title="Attempts and bookings">
      <Columns>
        <Whole source="attempts" label={examLabels.attempts} min={1} />
        <Whole source="reschedules" label={examLabels.reschedules} />
        <Whole source="reschedule_until_hours" label={examLabels.reschedule_until_hours} />
        <Whole source="resets" label={examLabels.resets} />
        <Whole source="extension_ceiling_minutes" label={examLabels.extension_ceiling_minutes} />
      </Columns>
      <ParsedInput<ExamRecord['cooldown_days']>
        source="cooldown_days"
        label={examLabels.cooldown_days}
        helperText="3, 30: three days after the first attempt, thirty after the second"
        format={(days) => (days ?? []).join(', ')}
        parse={daysOf}
      />
    </Group>
    <ModuleInputs />
    <Group title="Who can reach the environment">
      <Text
        source="address_variable"
        orNull
        label={examLabels.address_variable}
        maxLength={64}
        helperText="Of the module, such as admitted_range: the candidate’s address. Empty: it can be reached from anywhere"
      />
    </Group>
    <Group title="Script">
      <ScriptInput label={examLabels.canary} without="nobody wrote it down" />
    </Group>
    <Group title="Certificate">
      <Columns>
        <Text
          source="certificate_title"
          orNull
          label={examLabels.certificate_title}
          maxLength={200}
          helperText="Empty: the title of the exam"
        />
        <Whole
          source="certificate_months"
          label={examLabels.certificate_months}
          min={1}
          isOptional
          helperText="Empty: for ever"
        />
      </Columns>
    </Group>
  </>
)

function CourseInput() {
  const { data = [] } = useCall('listCourseChoices')
  return (
    <SelectInput
      source="course"
      label={examLabels.course}
      choices={data.map(({ slug, title }) => ({ id: slug, name: title }))}
      emptyText="No course"
      helperText="The course that this exam crowns"
    />
  )
}

function daysOf(text: string): number[] {
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  if (parts.some((part) => !/^\d+$/.test(part))) throw new Error('Write whole numbers with commas between them')
  return parts.map(Number)
}
