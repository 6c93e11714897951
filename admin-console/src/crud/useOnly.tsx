import { Button } from '@mui/material'
import { useSearchParams } from 'react-router-dom'

/**
 * A tab that can be narrowed to one kind of its rows. The address says so (`?only=failed`), so that a link leads to these rows; the button
 * goes there and back.
 */
export function useOnly(kind: string, label: string) {
  const [search, setSearch] = useSearchParams()
  const isOn = search.get('only') === kind
  return {
    filter: isOn ? { [kind]: true } : {},
    button: (
      <Button size="small" aria-pressed={isOn} onClick={() => setSearch(isOn ? {} : { only: kind })}>
        {isOn ? 'Show all' : label}
      </Button>
    ),
  }
}
