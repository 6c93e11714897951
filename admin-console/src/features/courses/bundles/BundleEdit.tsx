import type { BundleRecord } from '@flagyard/api-types'
import { FunctionField, SimpleShowLayout, TextField, useInput, useRecordContext } from 'react-admin'
import { useCall } from '../../../crud/calls.tsx'
import { Group, Text } from '../../../crud/inputs.tsx'
import { SelectField } from '../../../crud/pickers.tsx'
import { EditForm } from '../../../crud/record/EditForm.tsx'
import { formatPrice } from '../../../lib/format.ts'
import { ContentCreate } from '../../content/ContentCreate.tsx'
import { ContentPage, historyTab } from '../../content/ContentPage.tsx'
import { LongText } from '../../content/ModuleInputs.tsx'
import { OrderList } from '../../content/OrderList.tsx'
import { PriceInput } from '../../content/PriceInput.tsx'

const tabs = [historyTab('bundle')]

const BundleEdit = () => (
  <ContentPage<BundleRecord> recordLabel="bundle" about={(bundle) => formatPrice(bundle.price)} tabs={tabs}>
    <Form />
  </ContentPage>
)

export default BundleEdit

function Form() {
  const bundle = useRecordContext<BundleRecord>()
  if (!bundle?.allowed.includes('update')) return <Reading />
  return (
    <EditForm<BundleRecord> labels={bundleLabels} successMessage="Bundle saved">
      <Text source="title" label={bundleLabels.title} maxLength={200} isRequired />
      <BundleInputs />
    </EditForm>
  )
}

/** Read-only view for administrators who cannot edit content. */
const Reading = () => (
  <SimpleShowLayout>
    <TextField source="description" label="Description" emptyText="none" />
    <FunctionField<BundleRecord> label="Courses" render={({ courses }) => courses.join(', ') || 'none'} />
  </SimpleShowLayout>
)

const newBundle = { description: '', price: { amount: 0, currency: 'EUR' }, courses: [] }

export const BundleCreate = () => (
  <ContentCreate defaultValues={newBundle}>
    <BundleInputs />
  </ContentCreate>
)

const bundleLabels = { title: 'Title', description: 'Description', price: 'Price', courses: 'Courses' } as const

const BundleInputs = () => (
  <>
    <LongText source="description" label={bundleLabels.description} />
    <PriceInput />
    <CoursesInput />
  </>
)

/** The ordered courses of a bundle: add from a list, reorder by dragging or with buttons, remove. */
function CoursesInput() {
  const { field, fieldState } = useInput<string[]>({ source: 'courses', defaultValue: [] })
  const { data = [] } = useCall('listCourseChoices')
  const chosen: string[] = field.value || []
  const titleOf = (slug: string) => data.find((course) => course.slug === slug)?.title ?? slug
  const others = data.filter(({ slug, status }) => !chosen.includes(slug) && status !== 'archived')
  return (
    <Group title="Courses">
      {chosen.length > 0 && (
        <OrderList
          label="Order of the courses"
          items={chosen.map((id) => ({ id, name: titleOf(id) }))}
          move={(from, to) => field.onChange(moved(chosen, from, to))}
          onRemove={(at) => field.onChange(chosen.toSpliced(at, 1))}
        />
      )}
      <SelectField
        label="Add course"
        value=""
        onChange={(slug) => field.onChange([...chosen, slug])}
        disabled={others.length === 0}
        error={fieldState.invalid}
        helperText={messageOf(fieldState.error)}
        fullWidth
        options={others.map(({ slug, title }) => [slug, title])}
      />
    </Group>
  )
}

const moved = (list: string[], from: number, to: number): string[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1))

/** Server error of the list or of one of its courses. */
function messageOf(error: unknown): string | undefined {
  const all = Array.isArray(error) ? error : [error]
  const found = all.find((one) => typeof one?.message === 'string')
  return found?.message
}
