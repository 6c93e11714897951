import { useQuery } from '@tanstack/react-query'
import { ask } from '../lib/query.ts'
import Banners from './Banners.tsx'

/** The banners of now, asked of the server. */
export default function AskedBanners() {
  const { data } = useQuery({ ...ask('listBanners'), staleTime: Number.POSITIVE_INFINITY })
  return data ? <Banners banners={data} /> : null
}
