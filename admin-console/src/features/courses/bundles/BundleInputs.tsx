import { Text } from '../../../crud/inputs.tsx'
import { PriceInput } from '../../content/PriceInput.tsx'
import { CoursesInput } from './CoursesInput.tsx'

export const bundleLabels = {
  title: 'Title',
  description: 'Description',
  price: 'Price',
  courses: 'Courses',
} as const

export const BundleInputs = () => (
  <>
    <Text
      source="description"
      label={bundleLabels.description}
      maxLength={20_000}
      multiline
      minRows={3}
      helperText="Markdown"
    />
    <PriceInput />
    <CoursesInput />
  </>
)
