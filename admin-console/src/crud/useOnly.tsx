import { Button } from '@mui/material'
import { useSearchParams } from 'react-router-dom'

/** Toggle that filters a tab by one kind of row. The state is in the address (`?only=failed`), so that it can be linked. */
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
