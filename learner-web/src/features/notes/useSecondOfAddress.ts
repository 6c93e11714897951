import { useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** The film that notes are pinned to. */
export interface Film {
  position: () => number
  seek: (second: number) => void
}

/** `?at=192` moves the film to that second, once for each time the address is opened. */
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
