import type { VideoUrl } from '@flagyard/api-types'
import { useEffect, useState } from 'react'
import type { PlayerSettings } from './settings.ts'

export interface Cue {
  from: number
  text: string
}

/** Parses the cues of a WebVTT file: start in seconds, and text without markup. */
export function readCaptions(vtt: string): Cue[] {
  return vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n').filter((line) => line.trim() !== '')
      const timing = lines.findIndex((line) => line.includes('-->'))
      const from = lines[timing]?.match(/^\s*(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/)
      if (!from) return []
      const [, hours = '0', minutes = '0', seconds = '0', thousandths = '0'] = from
      const text = lines
        .slice(timing + 1)
        .join(' ')
        .replace(/<[^>]*>/g, '')
        .replace(/&(amp|lt|gt|nbsp);/g, (_, name: string) => entities[name] ?? '')
        .trim()
      return text === '' ? [] : [{ from: +hours * 3600 + +minutes * 60 + +seconds + +thousandths / 1000, text }]
    })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ' }

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

export type Chapter = VideoUrl['chapters'][number]

export const chapterAt = (chapters: readonly Chapter[], second: number): Chapter | undefined =>
  chapters.findLast((chapter) => chapter.second <= second)

/** Chapters within the video's duration: the video may have been replaced by a shorter one. */
export const chaptersOf = ({ chapters, duration_seconds }: VideoUrl): Chapter[] =>
  chapters.filter(({ second }) => second < duration_seconds)
