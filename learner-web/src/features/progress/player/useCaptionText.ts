import type { VideoUrl } from '@flagyard/api-types'
import { useEffect, useState } from 'react'
import type { PlayerSettings } from './settings.ts'

/** Captions to show: in the selected language, otherwise the first; undefined if captions are off. */
export const chosenCaptions = (
  available: VideoUrl['captions'],
  { captions, language }: Pick<PlayerSettings, 'captions' | 'language'>,
): VideoUrl['captions'][number] | undefined =>
  captions ? (available.find(({ lang }) => lang === language) ?? available[0]) : undefined

/**
 * Text of the current caption in one language; empty between two cues. The browser draws captions itself only in a phone's native full
 * screen, where custom elements cannot be shown.
 */
export function useCaptionText(video: HTMLVideoElement, lang: string | undefined): string {
  const [text, setText] = useState('')
  useEffect(() => {
    const tracks = video.textTracks
    let shown: TextTrack | undefined
    const showCues = () => setText([...(shown?.activeCues ?? [])].map(textOf).join('\n'))
    const choose = () => {
      shown?.removeEventListener('cuechange', showCues)
      shown = [...tracks].find((track) => track.language === lang)
      for (const track of tracks) track.mode = track === shown ? 'hidden' : 'disabled'
      shown?.addEventListener('cuechange', showCues)
      showCues()
    }
    const drawNatively = () => {
      if (shown) shown.mode = 'showing'
    }
    const drawOurselves = () => {
      if (shown) shown.mode = 'hidden'
    }
    choose()
    tracks.addEventListener('addtrack', choose)
    tracks.addEventListener('removetrack', choose)
    video.addEventListener('webkitbeginfullscreen', drawNatively)
    video.addEventListener('webkitendfullscreen', drawOurselves)
    return () => {
      shown?.removeEventListener('cuechange', showCues)
      tracks.removeEventListener('addtrack', choose)
      tracks.removeEventListener('removetrack', choose)
      video.removeEventListener('webkitbeginfullscreen', drawNatively)
      video.removeEventListener('webkitendfullscreen', drawOurselves)
    }
  }, [video, lang])
  return lang === undefined ? '' : text
}

const textOf = (cue: TextTrackCue) => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '')
