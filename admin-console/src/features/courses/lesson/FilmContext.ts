import type { VideoUrl } from '@flagyard/api-types'
import { createContext, type RefObject, useContext } from 'react'

interface Film {
  player: RefObject<HTMLVideoElement | null>
  /** URLs of the saved video and its captions. */
  urls: VideoUrl | undefined
}

/** The lesson's video player, for the caption and chapter editors next to it. */
export const FilmContext = createContext<Film | null>(null)

export function useFilm(): Film {
  const film = useContext(FilmContext)
  if (!film) throw new Error('There is no film around this.')
  return film
}
