import { useListContext } from 'react-admin'
import { CallButton } from './CallButton.tsx'
import type { Selection } from './selection.ts'

/** The list as a file: what is selected, or all that the filter matches, in the order shown. */
export function ExportButton({ selection }: { selection?: Selection }) {
  const { resource, filterValues, sort } = useListContext()
  const ask = {
    filter: JSON.stringify(filterValues ?? {}),
    ...(sort && { sort: JSON.stringify([sort.field, sort.order]) }),
    // Rows that were ticked are meant whatever the filter says by now.
    ...(selection && 'ids' in selection && { ids: selection.ids, filter: '{}' }),
  }
  return (
    <CallButton
      size="small"
      call={async (dataProvider) => save(await dataProvider.exportList(resource, ask))}
      successMessage="Downloaded as CSV"
    >
      Export as CSV
    </CallButton>
  )
}

/** The bearer travels in a header, so the file is fetched and then handed to the browser. */
function save({ file, name }: { file: Blob; name: string }) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
