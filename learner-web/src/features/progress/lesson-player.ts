import { atom, type PrimitiveAtom, useAtomValue, useSetAtom } from 'jotai'
import { createContext, createElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react'

export interface LessonPlayer {
  position: () => number
  seek: (second: number) => void
}

const createPlace = (): PrimitiveAtom<LessonPlayer | null> => atom<LessonPlayer | null>(null)

const Current = createContext(createPlace())

/** Lets components next to a lesson's video read its position and seek. */
export function LessonPlayerProvider({ children }: { children: ReactNode }) {
  const [place] = useState(createPlace)
  return createElement(Current.Provider, { value: place }, children)
}

/** The video of the current lesson; null if none is playable. */
export function useLessonPlayer(): LessonPlayer | null {
  return useAtomValue(useContext(Current))
}

/** Registers a video as the lesson's player while it is playable. */
export function useOfferLessonPlayer(player: LessonPlayer, playable: boolean): void {
  const offer = useSetAtom(useContext(Current))
  const latest = useRef(player)
  latest.current = player
  useEffect(() => {
    if (!playable) return
    offer({ position: () => latest.current.position(), seek: (second) => latest.current.seek(second) })
    return () => offer(null)
  }, [offer, playable])
}

export interface NextLesson {
  title: string
  path: string
  /** True if nothing is left to do in the current lesson, so that the next one may open automatically. */
  advances: boolean
}

/** Navigation state after an automatic advance: the video of the new page plays immediately. */
export const PLAYS_AT_ONCE = { plays: true }

export const playsAtOnce = (state: unknown): boolean => (state as typeof PLAYS_AT_ONCE | null)?.plays === true
