import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../lib/query.ts'
import Banners from './Banners.tsx'

/** The current banners, fetched from the server. */
export default function FetchedBanners() {
  const { data } = useQuery({ ...callQuery('listBanners'), staleTime: Number.POSITIVE_INFINITY })
  return data ? <Banners banners={data} /> : null
}
