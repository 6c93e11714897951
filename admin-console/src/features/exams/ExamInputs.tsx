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
  bookable: 'Open for booking',
  duration_minutes: 'Duration in minutes',
  passing_points: 'Passing points',
  attempts: 'Attempts',
  cooldown_days: 'Cooldown days after each attempt',
  reschedules: 'Maximum reschedules',
  reschedule_until_hours: 'Reschedule deadline, hours before',
  resets: 'Resets',
  extension_ceiling_minutes: 'Maximum extension in minutes',
  address_variable: 'Allowed address variable',
  module: 'Terraform module',
  module_version: 'Module version',
  module_stages: 'Simulated stages',
  certificate_title: 'Certificate title',
  certificate_months: 'Validity in months',
  canary: 'Canary script',
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
      <LongText source="rules" label={examLabels.rules} helperText="Markdown. Candidates must accept them" />
      <BooleanInput
        source="bookable"
        label={examLabels.bookable}
        helperText="If off, the exam is listed but not for sale"
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
        helperText="For example “3, 30”: three days after the first attempt, thirty after the second"
        format={(days) => (days ?? []).join(', ')}
        parse={daysOf}
      />
    </Group>
    <ModuleInputs />
    <Group title="Network access">
      <Text
        source="address_variable"
        orNull
        label={examLabels.address_variable}
        maxLength={64}
        helperText="Module variable for the candidate’s address, such as admitted_range. If empty, the environment can be reached from anywhere"
      />
    </Group>
    <Group title="Canary">
      <ScriptInput label={examLabels.canary} without="the canary cannot run" />
    </Group>
    <Group title="Certificate">
      <Columns>
        <Text
          source="certificate_title"
          orNull
          label={examLabels.certificate_title}
          maxLength={200}
          helperText="Leave empty to use the exam’s title"
        />
        <Whole
          source="certificate_months"
          label={examLabels.certificate_months}
          min={1}
          isOptional
          helperText="Leave empty for no limit"
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
      helperText="Course this exam completes"
    />
  )
}

function daysOf(text: string): number[] {
  const parts = text.split(',').flatMap((part) => part.trim() || [])
  if (parts.some((part) => !/^\d+$/.test(part))) throw new Error('Enter whole numbers separated by commas')
  return parts.map(Number)
}
