import { Button } from '@flagyard/ui/Button'
import { useListContext } from 'react-admin'
import { useAction } from '../lib/useAction.ts'
import type { Chosen } from './SelectionBar.tsx'

/** The list as a file: what is chosen, or all that the filter matches, in the order shown. */
export function ExportButton({ chosen }: { chosen?: Chosen }) {
  const { resource, filterValues, sort } = useListContext()
  const ask = {
    filter: JSON.stringify(filterValues ?? {}),
    ...(sort && { sort: JSON.stringify([sort.field, sort.order]) }),
    // Rows that were ticked are meant whatever the filter says by now.
    ...(chosen && 'ids' in chosen && { ids: chosen.ids, filter: '{}' }),
  }
  const [take, busy] = useAction('The file is with your downloads', async (dataProvider) =>
    save(await dataProvider.exportList(resource, ask)),
  )
  return (
    <Button size="small" busy={busy} onClick={() => void take()}>
      Export as CSV
    </Button>
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
