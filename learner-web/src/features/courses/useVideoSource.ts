import type { VideoUrl } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'

/** A new address is fetched this long before the old one expires. */
const RENEW_AHEAD_MS = 60_000
/** How many failures in a row are answered with a new address. */
const MAX_FAILURES = 2

/**
 * The address of a video, which expires within minutes. A new one is always fetched in time, but used only when the player fails
 * with the old one, so that nothing interrupts what is playing.
 */
export function useVideoSource(load: () => Promise<VideoUrl>) {
  const player = useId()
  const {
    data: latest,
    error,
    refetch,
  } = useQuery({
    // Each player has an address of its own: one that somebody else fetched may end sooner.
    queryKey: ['videoSource', player],
    queryFn: load,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data ? Math.max(10_000, Date.parse(state.data.expires_at) - Date.now() - RENEW_AHEAD_MS) : false,
    refetchIntervalInBackground: true,
  })
  const [source, setSource] = useState<VideoUrl>()
  const [broken, setBroken] = useState(false)
  const failures = useRef(0)
  useEffect(() => {
    if (latest) setSource((current) => current ?? latest)
  }, [latest])
  const renew = async () => {
    failures.current += 1
    if (failures.current > MAX_FAILURES) return setBroken(true)
    const { data } = await refetch()
    // The same address would fail again.
    if (data && data.url !== source?.url) setSource(data)
    else setBroken(true)
  }
  return {
    source,
    error,
    /** New addresses did not help either. */
    broken,
    renewSource: () => void renew(),
    onPlaying: () => {
      failures.current = 0
    },
    retry: () => {
      failures.current = 0
      setBroken(false)
      void renew()
    },
  }
}
