import { useSearchParams } from 'react-router-dom'

/** The lesson whose film is looked at, part of the address; null until one is chosen. */
export function useChosenFilm(): [id: string | null, choose: (id: string) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = (film: string) => setSearch({ ...Object.fromEntries(search), film }, { replace: true })
  return [search.get('film'), choose]
}
