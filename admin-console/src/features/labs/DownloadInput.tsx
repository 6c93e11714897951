import type { StoredFile } from '@flagyard/api-types'
import { required, useInput } from 'react-admin'
import { UploadField } from '../uploads/UploadField.tsx'

/** The file of a download: shows its name, and replaces it. */
export function DownloadInput() {
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
