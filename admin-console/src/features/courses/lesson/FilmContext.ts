import type { VideoUrl } from '@flagyard/api-types'
import { createContext, type RefObject, useContext } from 'react'

interface Film {
  player: RefObject<HTMLVideoElement | null>
  /** Where the film and its captions play from, once they are saved. */
  urls: VideoUrl | undefined
}

/** The film of the lesson, for those who write its captions beside it. */
export const FilmContext = createContext<Film | null>(null)

export function useFilm(): Film {
  const film = useContext(FilmContext)
  if (!film) throw new Error('There is no film around this.')
  return film
}
