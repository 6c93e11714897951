import { AutocompleteInput, RadioButtonGroupInput, required } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'
import { useCall } from '../../crud/calls.tsx'

const kinds = [
  { id: 'course', name: 'A course' },
  { id: 'lab', name: 'A lab' },
  { id: 'exam', name: 'An exam' },
]

/** Content that the vouchers unlock. Drafts are included. */
export function TargetInput() {
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
        label="Opens"
        choices={kinds}
        helperText={false}
        onChange={() => setValue('target', '')}
      />
      <AutocompleteInput
        source="target"
        label="Which"
        choices={data.map(({ slug, title }) => ({ id: slug, name: title }))}
        isPending={isPending}
        validate={required('Choose what they open')}
        helperText={false}
        parse={(chosen: string | null) => chosen ?? ''}
        fullWidth
      />
    </>
  )
}
