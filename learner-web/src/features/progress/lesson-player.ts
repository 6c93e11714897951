import { atom, type PrimitiveAtom, useAtomValue, useSetAtom } from 'jotai'
import { createContext, createElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react'

export interface LessonPlayer {
  position: () => number
  seek: (second: number) => void
}

const createPlayerAtom = (): PrimitiveAtom<LessonPlayer | null> => atom<LessonPlayer | null>(null)

const PlayerContext = createContext(createPlayerAtom())

/** Lets components next to a lesson's video read its position and seek. */
export function LessonPlayerProvider({ children }: { children: ReactNode }) {
  const [playerAtom] = useState(createPlayerAtom)
  return createElement(PlayerContext.Provider, { value: playerAtom }, children)
}

/** The video of the current lesson; null if none is playable. */
export function useLessonPlayer(): LessonPlayer | null {
  return useAtomValue(useContext(PlayerContext))
}

/** Registers a video as the lesson's player while it is playable. */
export function useRegisterLessonPlayer(player: LessonPlayer, playable: boolean): void {
  const register = useSetAtom(useContext(PlayerContext))
  const latest = useRef(player)
  latest.current = player
  useEffect(() => {
    if (!playable) return
    register({ position: () => latest.current.position(), seek: (second) => latest.current.seek(second) })
    return () => register(null)
  }, [register, playable])
}

export interface NextLesson {
  title: string
  path: string
  /** True if nothing is left to do in the current lesson, so that the next one may open automatically. */
  autoAdvances: boolean
}

/** Navigation state after an automatic advance. The video of the new page then plays automatically. */
export const AUTOPLAY_STATE = { plays: true }

export const shouldAutoplay = (state: unknown): boolean => (state as typeof AUTOPLAY_STATE | null)?.plays === true
