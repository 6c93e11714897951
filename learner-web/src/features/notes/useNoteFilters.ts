import { useSearchParams } from 'react-router-dom'

/** Search text and course filter. They are stored in the address, so that Back restores them. */
export function useNoteFilters() {
  const [params, setParams] = useSearchParams()
  const change = (name: 'q' | 'course', value: string) =>
    setParams(
      (current) => {
        if (value) current.set(name, value)
        else current.delete(name)
        return current
      },
      { replace: true },
    )
  return {
    q: (params.get('q') ?? '').slice(0, 100),
    course: params.get('course') ?? '',
    change,
    clear: () => setParams({}, { replace: true }),
  }
}
