import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** The video that notes refer to. */
export interface Film {
  position: () => number
  seek: (second: number) => void
}

/** `?at=192` seeks the video to that second, once per navigation. */
export function useSecondOfAddress(player: Film | null): void {
  const { key } = useLocation()
  const [params] = useSearchParams()
  const at = params.get('at')
  const moved = useRef<string>(undefined)
  useEffect(() => {
    if (!player || at === null || !/^\d{1,6}$/.test(at) || moved.current === key) return
    moved.current = key
    player.seek(Number(at))
  }, [player, at, key])
}
