import { SelectInput } from 'react-admin'
import { useContentOptions } from './useContentOptions.ts'

/** Selects a course, lab or exam; the value is `kind/slug`. */
export function ContentInput() {
  const options = useContentOptions()
  return (
    <SelectInput
      source="content"
      label="Course, lab or exam"
      choices={options.map(({ value, label }) => ({ id: value, name: label }))}
      emptyText="Choose one"
      emptyValue=""
      helperText={false}
      fullWidth
    />
  )
}
