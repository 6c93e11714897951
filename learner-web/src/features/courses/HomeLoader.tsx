import type { HomePage } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { callQuery } from '../../lib/query.ts'
import { Loaded } from '../../shell/Loaded.tsx'

/** Loads the home page with the query client, which its first visit does without. */
export default function HomeLoader({ onLoad }: { onLoad: (home: HomePage) => void }) {
  const query = useQuery(callQuery('getHomePage'))
  useEffect(() => {
    if (query.data) onLoad(query.data)
  }, [query.data, onLoad])
  return (
    <Loaded query={query} what="the page">
      {() => null}
    </Loaded>
  )
}
