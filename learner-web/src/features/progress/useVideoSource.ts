import type { VideoUrl } from '@flagyard/api-types'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'

/** Time before expiry at which a new URL is fetched. */
const RENEW_AHEAD_MS = 60_000
/** Maximum number of consecutive playback errors that trigger a new URL. */
const MAX_FAILURES = 2

/**
 * URL of a video, which expires within minutes. A new one is fetched in time, but used only after the player fails with the old one, so
 * that playback is not interrupted.
 */
export function useVideoSource(load: () => Promise<VideoUrl>) {
  const player = useId()
  const {
    data: latest,
    error,
    refetch,
  } = useQuery({
    // One URL per player: a shared one may expire sooner.
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
    // The same URL would fail again.
    if (data && data.url !== source?.url) setSource(data)
    else setBroken(true)
  }
  return {
    source,
    error,
    /** True if new URLs also failed. */
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
