import { createMediaStore, type MediaState } from 'media-chrome/media-store/media-store'
import { useMemo, useSyncExternalStore } from 'react'

export interface Media {
  state: Partial<MediaState>
  togglePlay: () => void
  toggleMuted: () => void
  setVolume: (volume: number) => void
  toggleFullScreen: () => void
  togglePictureInPicture: () => void
}

export function useMedia(media: HTMLVideoElement, stage: HTMLElement): Media {
  const store = useMemo(
    () =>
      createMediaStore({
        media,
        fullscreenElement: stage,
        documentElement: document,
        // Stored in the player's own settings.
        options: { noVolumePref: true, noMutedPref: true, noSubtitlesLangPref: true },
      }),
    [media, stage],
  )
  const state: Partial<MediaState> = useSyncExternalStore(store.subscribe, store.getState)
  const asked = useMemo(() => {
    const ask = (type: string, detail?: unknown) => store.dispatch({ type, detail })
    const now = (): Partial<MediaState> => store.getState()
    return {
      togglePlay: () => ask(now().mediaPaused === false ? 'mediapauserequest' : 'mediaplayrequest'),
      toggleMuted: () => ask(now().mediaMuted ? 'mediaunmuterequest' : 'mediamuterequest'),
      setVolume: (volume: number) => ask('mediavolumerequest', volume),
      toggleFullScreen: () =>
        ask(now().mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest'),
      togglePictureInPicture: () => ask(now().mediaIsPip ? 'mediaexitpiprequest' : 'mediaenterpiprequest'),
    }
  }, [store])
  return { state, ...asked }
}
