import { atom, type PrimitiveAtom, useAtomValue, useSetAtom } from 'jotai'
import { createContext, createElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react'

/** The film of the lesson that is on the screen. */
export interface LessonPlayer {
  /** The second at which it stands. */
  position: () => number
  seek: (second: number) => void
}

const createPlace = (): PrimitiveAtom<LessonPlayer | null> => atom<LessonPlayer | null>(null)

const Current = createContext(createPlace())

/** Lets what stands beside the film of a lesson read its position and move it. */
export function LessonPlayerProvider({ children }: { children: ReactNode }) {
  const [place] = useState(createPlace)
  return createElement(Current.Provider, { value: place }, children)
}

/** The film of this lesson; null while there is none to play. */
export function useLessonPlayer(): LessonPlayer | null {
  return useAtomValue(useContext(Current))
}

/** Makes a film the lesson's own while it can play. */
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
