import Banners from '@flagyard/ui/Banners'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../lib/query.ts'

export default function FetchedBanners() {
  const { data } = useQuery({ ...callQuery('listBanners'), staleTime: Number.POSITIVE_INFINITY })
  return data ? <Banners banners={data} /> : null
}
