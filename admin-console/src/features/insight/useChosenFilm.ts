import { useSearchParams } from 'react-router-dom'

/** ID of the lesson whose video is selected, stored in the address; null if none. */
export function useChosenFilm(): [id: string | null, choose: (id: string) => void] {
  const [search, setSearch] = useSearchParams()
  const choose = (film: string) => setSearch({ ...Object.fromEntries(search), film }, { replace: true })
  return [search.get('film'), choose]
}
